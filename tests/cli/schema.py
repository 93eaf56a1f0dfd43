"""schema.py SCHEMA FILE...: validates files by a schema, and prints a line for
each file that violates it."""
import json
import sys

import jsonschema
import yaml


def plain(node):
    """Converts to JSON types: keys are texts, and dates remain texts."""
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
