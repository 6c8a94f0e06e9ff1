// gather.js - a gather of one's own against gatherum's test vectors, with nothing but Node.js.
//
// build/gatherum vectors -o build/vectors 'gather/onnx-*'
// node examples/vectors/gather_vectors.js build/vectors >build/results.jsonl
// build/gatherum judge-results build/results.jsonl
//
// SPDX-License-Identifier: Apache-2.0
"use strict";
const fs = require("fs");
const path = require("path");

const SIZES = { bool: 1, int8: 1, uint8: 1, int16: 2, uint16: 2, float16: 2, bfloat16: 2,
  int32: 4, uint32: 4, float32: 4, complex128: 16 };
const product = (shape) => shape.reduce((a, b) => a * b, 1);

// The elements of a tensor, each as it stands in the file: bytes in hexadecimal.
function elements(tensor) {
  if (tensor.dtype === "string") return tensor.hex;
  const size = 2 * (SIZES[tensor.dtype] || 8);
  const list = [];
  for (let at = 0; at < tensor.hex.length; at += size) list.push(tensor.hex.slice(at, at + size));
  return list;
}

// What is judged: it copies, so it need not know what the elements mean.  It throws a word.
function gather({ data, indices }, attributes) {
  const rank = data.shape.length;
  let axis = attributes.axis === undefined ? 0 : attributes.axis;
  if (indices.dtype !== "int32" && indices.dtype !== "int64") throw "type";
  if (axis < -rank || axis >= rank) throw "invalid";
  if (axis < 0) axis += rank;
  const extent = data.shape[axis];
  const inner = product(data.shape.slice(axis + 1));
  const places = elements(indices).map((text) => {
    const bytes = Buffer.from(text, "hex");
    const place = indices.dtype === "int32" ? BigInt(bytes.readInt32LE()) : bytes.readBigInt64LE();
    if (place < -BigInt(extent) || place >= BigInt(extent)) throw "range";
    return Number(place < 0n ? place + BigInt(extent) : place);
  });
  const source = elements(data);
  const out = [];
  for (let outer = 0; outer < product(data.shape.slice(0, axis)); outer++) {
    for (const place of places) {
      const start = (outer * extent + place) * inner;
      for (let k = start; k < start + inner; k++) out.push(source[k]);
    }
  }
  const shape = [...data.shape.slice(0, axis), ...indices.shape, ...data.shape.slice(axis + 1)];
  return { dtype: data.dtype, shape, hex: data.dtype === "string" ? out : out.join("") };
}

// Is the result in the set of one reading of the document?  (Sums have `ranges` too.)
function conforms(answer, result) {
  if (answer.demand === "open") return true;
  if (result.status !== "ok") return answer.demand !== "succeed";
  if (answer.demand === "report") return false;
  const [due, got] = [answer.output, result.output];
  if (due.dtype !== got.dtype || String(due.shape) !== String(got.shape)) return false;
  const free = new Set(answer.open || []);
  const others = new Map((answer.any || []).map((one) => [one.at, one.hex]));
  const theirs = elements(got);
  return elements(due).every((want, k) => want === theirs[k] || free.has(k) ||
    (others.get(k) || []).includes(theirs[k]));
}

function run(vector) {
  const result = { id: vector.id, content: vector.content, status: "ok" };
  try {
    result.output = gather(vector.inputs, vector.attributes);
  } catch (why) {
    if (typeof why !== "string") throw why;
    result.status = why;
  }
  return result;
}

const folder = path.join(process.argv[2], "gather");
let [count, wrong] = [0, 0];
const lines = [];
for (const variant of fs.readdirSync(folder).filter((name) => name.startsWith("onnx-")).sort()) {
  for (const name of fs.readdirSync(path.join(folder, variant)).sort()) {
    const topic = JSON.parse(fs.readFileSync(path.join(folder, variant, name), "utf8"));
    const head = { "results-format": 1, name: "gather_js", version: "1", seed: topic.seed };
    if (count === 0) lines.push(head);
    for (const vector of topic.vectors) {
      const result = run(vector);
      lines.push(result);
      count++;
      if (vector.conforming.some((answer) => conforms(answer, result))) continue;
      wrong++;
      process.stderr.write(`wrong: ${vector.id} hunts: ${vector.hunts}\n`);
    }
  }
}
fs.writeFileSync(1, lines.map((line) => JSON.stringify(line) + "\n").join(""));
process.stderr.write(`${count - wrong} of ${count} vectors conform\n`);
process.exitCode = wrong > 0 || count === 0 ? 1 : 0;
