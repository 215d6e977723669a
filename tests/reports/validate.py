"""Does a JSON document fit a schema? validate.py SCHEMA DOCUMENT...: what our schemas use of JSON Schema, and nothing else."""
import json
import re
import sys

TYPES = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}
KNOWN = {"$schema", "$defs", "$ref", "title", "description", "type", "required", "properties", "additionalProperties", "items", "enum",
         "const", "anyOf", "minItems", "maxItems", "uniqueItems", "minimum", "maxLength", "format"}
# RFC 3986, without the parts of a URI: no other characters, and a percent sign before two digits of base 16.
URI_REFERENCE = re.compile(r"(?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*")
FORMATS = {
    "uri-reference": lambda text: URI_REFERENCE.fullmatch(text) is not None,
    "uri": lambda text: URI_REFERENCE.fullmatch(text) is not None and re.match(r"[A-Za-z][A-Za-z0-9+.\-]*:", text) is not None,
}


def mistakes_in_size(value, schema, path):
    if isinstance(value, list):
        if len(value) < schema.get("minItems", 0) or len(value) > schema.get("maxItems", len(value)):
            yield f"{path}: has {len(value)} elements"
        if schema.get("uniqueItems") and len({json.dumps(one, sort_keys=True) for one in value}) != len(value):
            yield f"{path}: has an element twice"
    if isinstance(value, str):
        if len(value) > schema.get("maxLength", len(value)):
            yield f"{path}: has {len(value)} characters"
        if "format" in schema and not FORMATS[schema["format"]](value):
            yield f"{path}: {value[:60]!r} is no {schema['format']}"
    if TYPES["number"](value) and value < schema.get("minimum", value):
        yield f"{path}: {value} is less than {schema['minimum']}"


def mistakes(value, schema, root, path):
    unknown = set(schema) - KNOWN
    if unknown:
        raise SystemExit(f"the schema uses {unknown}, which this script does not know")
    if "$ref" in schema:
        part = root
        for name in schema["$ref"].removeprefix("#/").split("/"):
            part = part[name]
        yield from mistakes(value, part, root, path)
    if "anyOf" in schema and all(any(True for _ in mistakes(value, one, root, path)) for one in schema["anyOf"]):
        yield f"{path}: fits nothing of anyOf"
    if "type" in schema and not TYPES[schema["type"]](value):
        yield f"{path}: {str(value)[:60]!r} is no {schema['type']}"
        return
    if "const" in schema and value != schema["const"]:
        yield f"{path}: {value!r} is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path}: {value!r} is none of {schema['enum']}"
    yield from mistakes_in_size(value, schema, path)
    if isinstance(value, dict):
        for name in schema.get("required", []):
            if name not in value:
                yield f"{path}: has no {name}"
        for name, one in value.items():
            if name in schema.get("properties", {}):
                yield from mistakes(one, schema["properties"][name], root, f"{path}.{name}")
            elif schema.get("additionalProperties") is False:
                yield f"{path}: {name} is not in the schema"
            elif isinstance(schema.get("additionalProperties"), dict):
                yield from mistakes(one, schema["additionalProperties"], root, f"{path}.{name}")
    if isinstance(value, list) and "items" in schema:
        for number, one in enumerate(value):
            yield from mistakes(one, schema["items"], root, f"{path}[{number}]")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    found = []
    for name in sys.argv[2:]:
        with open(name, encoding="utf-8") as file:
            found += [f"{name}: {mistake}" for mistake in mistakes(json.load(file), schema, schema, "")]
    for mistake in found[:20]:
        print(mistake)
    sys.exit(1 if found else 0)


main()
