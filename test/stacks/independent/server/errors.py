"""Refusals, and the shape of their responses."""

from __future__ import annotations

import secrets
import time
import uuid

from server.answers import Response, json_answer
from server.defects import point

MEDIA_TYPE = 'application/vnd.investing.error+json'


class Problem(Exception):
    """A request that is refused."""

    def __init__(
        self, status: int, message: str, description: str | None = None, fields: dict[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.description = description
        self.fields = fields or {}


def new_response_id() -> str:
    """A UUID of version 7 (time-ordered), in capitals."""
    number = (int(time.time() * 1000) & (2**48 - 1)) << 80 | secrets.randbits(80)
    number = number & ~(0xF << 76) | 0x7 << 76
    number = number & ~(0x3 << 62) | 0x2 << 62
    return str(uuid.UUID(int=number)).upper()


def error_answer(problem: Problem, connection: dict) -> Response:
    """The ApiError for a problem."""
    body = {
        'responseId': point('response id', new_response_id(), connection=connection),
        'status': problem.status,
        'error': {'description': problem.description, 'message': problem.message},
        'documentation': None,
    }
    body = point('error body', body)
    fields = {'Cache-Control': 'no-store', **problem.fields}
    answer = json_answer(problem.status, body, fields, indent=None, escaped=True, media_type=MEDIA_TYPE)
    return point('error answer', answer, problem=problem)
