"""Request bodies: JSON read strictly, and members checked one by one."""

from __future__ import annotations

import json
import math
import re
from typing import Any

from server.defects import point
from server.errors import Problem
from server.wire import Request

_CONTENT_TYPE = re.compile(r'application/json(?:[ \t]*;[ \t]*charset="?utf-8"?)?[ \t]*', re.IGNORECASE)
_CONTROL = re.compile(r'[\x00-\x1f\x7f-\x9f\u2028\u2029]')
DEEPEST = 32


class NotJson(ValueError):
    """Bytes that are not JSON, or JSON that parsers read differently."""


def parse(data: bytes, route: str = '') -> Any:
    """The value of a JSON text: UTF-8, no duplicate members, no lone surrogates, no number out of range."""
    try:
        text = point('body text', data.decode('utf-8'), route=route)
        value = json.loads(text, object_pairs_hook=_members, parse_constant=_constant, parse_float=_float)
    except RecursionError:
        raise NotJson('nested too deeply') from None
    except NotJson:
        raise
    except ValueError:
        raise NotJson('not JSON') from None
    point('parsed body', value, route=route)
    _check(value, DEEPEST)
    return value


def read_json(request: Request, route: str) -> Any:
    """The JSON value of a request, or a refusal."""
    if not _CONTENT_TYPE.fullmatch(request.value('content-type') or ''):
        raise Problem(415, 'The request body has to be application/json', fields={'Accept': 'application/json'})
    if request.value('content-encoding') not in (None, 'identity'):
        raise Problem(415, 'Content codings are not supported')
    try:
        return parse(request.body, route)
    except NotJson as reason:
        raise Problem(400, 'The request body is not valid JSON', str(reason)) from None


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise NotJson('a member stands twice')
    return members


def _constant(name: str) -> None:
    raise NotJson('not JSON')


def _float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise NotJson('a number is out of range')
    return number


def _check(value: Any, depth: int) -> None:
    if depth == 0:
        raise NotJson('nested too deeply')
    if isinstance(value, str):
        if any('\ud800' <= character <= '\udfff' for character in value):
            raise NotJson('a text is no Unicode')
    elif isinstance(value, int) and abs(value) > 2**53:
        raise NotJson('a number is out of range')
    elif isinstance(value, list):
        for element in value:
            _check(element, depth - 1)
    elif isinstance(value, dict):
        for name, member in value.items():
            _check(name, depth - 1)
            _check(member, depth - 1)


def invalid(where: str, what: str) -> Problem:
    """The refusal of a body that is JSON, but invalid."""
    return Problem(422, 'The request is not valid', f'{where} {what}')


def members(value: Any, where: str, required: set[str], optional: set[str] = frozenset()) -> dict[str, Any]:
    """The value as an object that has all required members and no unknown one."""
    if not isinstance(value, dict):
        raise invalid(where, 'has to be an object')
    for name in sorted(required - value.keys()):
        raise invalid(f'{where}.{name}', 'is missing')
    if value.keys() - required - optional:
        raise invalid(where, 'has an unknown member')
    return value


def text(value: Any, where: str, longest: int = 120, pattern: str | None = None) -> str:
    """The value as one line of text."""
    if not isinstance(value, str) or not value.strip() or len(value) > longest or _CONTROL.search(value):
        raise invalid(where, f'has to be one line of up to {longest} characters')
    if pattern is not None and not re.fullmatch(pattern, value):
        raise invalid(where, 'is malformed')
    return value


def number(value: Any, where: str) -> int | float:
    """The value as a number. A boolean is not a number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise invalid(where, 'has to be a number')
    return value


def positive(value: Any, where: str, most: int = 1_000_000) -> int | float:
    """The value as an amount of money."""
    if not 0 < number(value, where) <= most:
        raise invalid(where, f'has to be above 0 and at most {most}')
    return value
