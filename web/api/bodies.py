"""The body of a request as its type; what does not fit is told in a sentence: where it stands and what it must be."""

from __future__ import annotations

import json
from typing import Any, TypeVar

import msgspec
from msgspec import inspect as types

from referee.state import shape_of
from web.base.faults import BadRequestError

Body = TypeVar("Body", bound=msgspec.Struct)

#: what msgspec reads, and what a schema calls it
_READ: dict[type[types.Type], tuple[type[Any], str]] = {
    types.StrType: (str, "string"), types.LiteralType: (str, "string"), types.ListType: (list, "array"),
    types.DictType: (dict, "object"), types.NoneType: (type(None), "null"),
    types.BoolType: (bool, "true or false"),
}  # fmt: skip


def read_body(raw: bytes, shape: type[Body]) -> Body:
    """The request, if it fits its shape."""
    try:
        data = msgspec.json.decode(raw)
    except msgspec.DecodeError as error:
        raise BadRequestError(f"The body is not JSON{_place_of(raw) or f': {error}'}.") from None
    except RecursionError:
        raise BadRequestError("The body is nested too deeply.") from None
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as error:
        told = types.type_info(shape)
        assert isinstance(told, types.StructType)
        raise BadRequestError(_struct_fault(data, told) or str(error)) from None


def _place_of(raw: bytes) -> str:
    """Where JSON stops being JSON; nothing when only msgspec, which reads more strictly, refuses it."""
    try:
        json.loads(raw)
    except json.JSONDecodeError as error:
        return f" (line {error.lineno}, column {error.colno})"
    except ValueError:
        return ""
    return ""


def _struct_fault(data: Any, told: types.StructType) -> str:
    """The first thing in a body that does not fit."""
    if not isinstance(data, dict):
        return 'The body must be a JSON object, for example {"question": "…"}.'
    known = {field.encode_name: field for field in told.fields}
    for name in data:
        if name not in known:
            return f"There is no field “{str(name)[:60]}” here; known are {', '.join(known)}."
    for name, field in known.items():
        if field.required and name not in data:
            return f"The field “{name}” is missing: {_help(field.type)}."
    return next((fault for name, value in data.items() if (fault := _fault(name, value, known[name].type))), "")


def _help(type_: types.Type) -> str:
    told = type_.extra_json_schema if isinstance(type_, types.Metadata) else None
    return str((told or {}).get("description", "it is needed"))


def _fault(where: str, value: Any, told: types.Type) -> str:
    """What does not fit in a value; nothing when it fits."""
    type_ = _bare(told)
    if isinstance(type_, types.AnyType):
        return ""
    if isinstance(type_, types.UnionType):
        each = next((each for each in type_.types if isinstance(value, _read(each)[0])), None)
        if each is not None:
            return _fault(where, value, each)
        return f"“{where}” must be {' or '.join(_read(each)[1] for each in type_.types)}, not {shape_of(value)}."
    wanted, name = _read(type_)
    if not isinstance(value, wanted):
        return f"“{where}” must be {name}, not {shape_of(value)}."
    if isinstance(type_, types.LiteralType) and value not in type_.values:
        return f"“{where}” is “{value[:60]}”; it must be one of {', '.join(map(str, type_.values))}."
    if isinstance(type_, types.StrType):
        return _text_fault(where, value, type_)
    if isinstance(type_, types.ListType):
        if type_.max_length is not None and len(value) > type_.max_length:
            return f"“{where}” has {len(value)} entries; at most {type_.max_length} are read."
        items = ((f"{where}[{at}]", item) for at, item in enumerate(value))
        return next((fault for place, item in items if (fault := _fault(place, item, type_.item_type))), "")
    if isinstance(type_, types.DictType):
        items = ((f"{where}.{key}", item) for key, item in value.items())
        return next((fault for place, item in items if (fault := _fault(place, item, type_.value_type))), "")
    return ""


def _text_fault(where: str, value: str, type_: types.StrType) -> str:
    if len(value) < (type_.min_length or 0):
        return f"“{where}” is empty."
    if type_.max_length is not None and len(value) > type_.max_length:
        return f"“{where}” has {len(value)} characters; at most {type_.max_length} are read."
    return ""


def _bare(type_: types.Type) -> types.Type:
    """A type without what is said about it."""
    while isinstance(type_, types.Metadata):
        type_ = type_.type
    return type_


def _read(type_: types.Type) -> tuple[type[Any], str]:
    return _READ[type(_bare(type_))]
