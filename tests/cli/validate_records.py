#!/usr/bin/env python3
"""validate_records.py - hold files of records against docs/reference/records.schema.json.

Usage: validate_records.py SCHEMA FILE...; prints what is wrong, and how many records
of each kind were looked at.

SPDX-License-Identifier: Apache-2.0
"""
import collections
import json
import sys

import jsonschema


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    kinds = {
        kind: jsonschema.Draft202012Validator({"$ref": "#/$defs/" + kind, "$defs": schema["$defs"]})
        for kind in schema["properties"]["record"]["enum"]
    }
    whole = jsonschema.Draft202012Validator(schema)
    seen, bad = collections.Counter(), 0
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                record = json.loads(line)
                kind = record.get("record")
                # The first few go through the schema as it is published.
                validator = whole if kind not in kinds or seen[kind] < 3 else kinds[kind]
                seen[kind] += 1
                for error in validator.iter_errors(record):
                    bad += 1
                    where = "/".join(map(str, error.absolute_path))
                    print(f"{path}:{number}: {kind}/{where}: {error.message[:200]}")
    print(" ".join(f"{kind}={seen[kind]}" for kind in kinds))
    return 1 if bad else 0


sys.exit(main())
