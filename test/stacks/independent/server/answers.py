"""What handlers return, and how values become JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

JSON = 'application/json;charset=UTF-8'


@dataclass
class Response:
    """A response before it is framed."""

    status: int
    body: bytes = b''
    fields: dict[str, str] = field(default_factory=dict)
    chunked: bool = False


def json_answer(
    status: int,
    value: Any,
    fields: dict[str, str] | None = None,
    *,
    chunked: bool = False,
    escaped: bool = False,
    indent: int | None = 2,
    media_type: str = JSON,
) -> Response:
    """A response with JSON in UTF-8."""
    text = json.dumps(value, ensure_ascii=escaped, indent=indent, allow_nan=False) + '\n'
    return Response(status, text.encode('utf-8'), {'Content-Type': media_type, **(fields or {})}, chunked)
