#!/usr/bin/env python3
"""gather.py - a gather of one's own against gatherum's test vectors, with nothing but Python.

build/gatherum vectors -o build/vectors 'gather/onnx-*'
python3 examples/vectors/gather_vectors.py build/vectors >build/results.jsonl
build/gatherum judge-results build/results.jsonl

SPDX-License-Identifier: Apache-2.0
"""
import glob
import json
import math
import struct
import sys

SIZES = {"bool": 1, "int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "float16": 2, "bfloat16": 2,
         "int32": 4, "uint32": 4, "float32": 4, "complex128": 16}


class Refused(Exception):
    """The call breaks a demand; its text is a kind: invalid, type or range."""


def elements(tensor):
    """The elements of a tensor as a list, each as it stands in the file: bytes in hexadecimal."""
    if tensor["dtype"] == "string":
        return tensor["hex"]
    size = 2 * SIZES.get(tensor["dtype"], 8)
    return [tensor["hex"][k : k + size] for k in range(0, len(tensor["hex"]), size)]


def gather(inputs, attributes):
    """What is judged: it copies, so it need not know what the elements mean."""
    data, indices = inputs["data"], inputs["indices"]
    rank, axis = len(data["shape"]), attributes.get("axis", 0)
    if indices["dtype"] not in ("int32", "int64"):
        raise Refused("type")
    if not -rank <= axis < rank:
        raise Refused("invalid")
    axis %= rank
    extent, inner = data["shape"][axis], math.prod(data["shape"][axis + 1 :])
    code = {"int32": "<i", "int64": "<q"}[indices["dtype"]]
    places = [struct.unpack(code, bytes.fromhex(e))[0] for e in elements(indices)]
    if any(not -extent <= place < extent for place in places):
        raise Refused("range")
    source, out = elements(data), []
    for outer in range(math.prod(data["shape"][:axis])):
        for place in places:
            start = (outer * extent + place % extent) * inner
            out += source[start : start + inner]
    shape = data["shape"][:axis] + indices["shape"] + data["shape"][axis + 1 :]
    text = out if data["dtype"] == "string" else "".join(out)
    return {"dtype": data["dtype"], "shape": shape, "hex": text}


def conforms(answer, result):
    """Is the result in the set of one reading of the document?  (Sums have `ranges` too.)"""
    if answer["demand"] == "open":
        return True
    if result["status"] != "ok":
        return answer["demand"] != "succeed"
    if answer["demand"] == "report":
        return False
    due, got = answer["output"], result["output"]
    if (due["dtype"], due["shape"]) != (got["dtype"], got["shape"]):
        return False
    free = set(answer.get("open", []))
    others = {one["at"]: one["hex"] for one in answer.get("any", [])}
    pairs = enumerate(zip(elements(due), elements(got)))
    return all(a == b or k in free or b in others.get(k, []) for k, (a, b) in pairs)


def main():
    wrong = count = 0
    for path in sorted(glob.glob(sys.argv[1] + "/gather/onnx-*/*.json")):
        with open(path, encoding="utf-8") as file:
            topic = json.load(file)
        for vector in topic["vectors"]:
            if count == 0:
                print(json.dumps({"results-format": 1, "name": "gather_py", "version": "1",
                                  "seed": topic["seed"], "names_errors": False}))
            result = {"id": vector["id"], "content": vector["content"], "status": "ok"}
            try:
                result["output"] = gather(vector["inputs"], vector["attributes"])
            except Refused as why:
                result["status"] = str(why)
            print(json.dumps(result))
            count += 1
            if not any(conforms(answer, result) for answer in vector["conforming"]):
                wrong += 1
                print("wrong:", vector["id"], "hunts:", vector["hunts"], file=sys.stderr)
    print(f"{count - wrong} of {count} vectors conform", file=sys.stderr)
    return 1 if wrong > 0 or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
