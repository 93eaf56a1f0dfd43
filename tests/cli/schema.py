"""Judges files by a schema: SCHEMA FILE...; a line of what is wrong for each
that is not as the schema says."""
import json
import sys

import jsonschema
import yaml


def plain(node):
    """As JSON has it: keys are texts, dates are what was written."""
    if isinstance(node, dict):
        return {str(key): plain(value) for key, value in node.items()}
    if isinstance(node, list):
        return [plain(item) for item in node]
    if node is None or isinstance(node, (str, int, float)):
        return node
    return str(node)


schema = json.load(open(sys.argv[1], encoding="utf-8"))
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
for path in sys.argv[2:]:
    with open(path, encoding="utf-8-sig") as stream:
        tree = plain(yaml.safe_load(stream))
    errors = list(validator.iter_errors(tree))
    if errors:
        print(f"{path}: {errors[0].message[:300]}")
