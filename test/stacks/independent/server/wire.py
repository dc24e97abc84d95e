"""Reads HTTP/1.1 requests from a stream of bytes, and refuses all other bytes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import BinaryIO
from urllib.parse import parse_qsl, unquote_to_bytes

LONGEST_LINE = 8 * 1024
LARGEST_HEAD = 24 * 1024
LARGEST_BODY = 64 * 1024

_TOKEN = re.compile(rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_VERSION = re.compile(rb'HTTP/([0-9])\.([0-9])')
_TARGET = re.compile(rb'[\x21-\x7e]+')
_CONTROL = re.compile(rb'[\x00-\x08\x0a-\x1f\x7f]')
_HOST = re.compile(r'(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~%!$&\'()*+,;=-]+)(?::[0-9]{0,5})?')
_ABSOLUTE = re.compile(r'https?://([^/?#]+)(.*)', re.IGNORECASE)
_BROKEN_ESCAPE = re.compile(r'%(?![0-9A-Fa-f]{2})')
_CHUNK = re.compile(rb'([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\x00-\x08\x0a-\x1f\x7f]*)?')


class Malformed(Exception):
    """Bytes that the HTTP layer refuses before it closes the connection."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


class Gone(Exception):
    """The peer left between two requests."""


@dataclass
class Request:
    """One request as it was read."""

    method: str
    segments: tuple[str, ...]
    query: list[tuple[str, str]]
    minor: int
    fields: dict[str, list[str]]
    body: bytes = b''
    connection: dict = field(default_factory=dict)

    def value(self, name: str) -> str | None:
        """The value of a header field, joined if it was repeated. Only spaces and tabs are trimmed."""
        values = self.fields.get(name)
        return None if values is None else ', '.join(values)

    def keeps_alive(self) -> bool:
        """Whether the client wants another request on this connection."""
        options = [option.strip().lower() for option in (self.value('connection') or '').split(',')]
        return self.minor >= 1 and 'close' not in options


def read_request(stream: BinaryIO, say_continue: Callable[[], None]) -> Request:
    """Reads the next request, or raises Malformed or Gone."""
    request = _request_line(stream)
    request.fields = _fields(stream)
    _check_host(request)
    _read_body(stream, request, say_continue)
    return request


def _line(stream: BinaryIO, limit: int, too_long: int) -> bytes:
    line = stream.readline(max(limit, 0) + 2)
    if not line.endswith(b'\n'):
        if len(line) >= max(limit, 0) + 2:
            raise Malformed(too_long, 'The request is too large')
        raise Malformed(400, 'The request ended early')
    if not line.endswith(b'\r\n') or b'\r' in line[:-2]:
        raise Malformed(400, 'Lines have to end with CRLF')
    return line[:-2]


def _request_line(stream: BinaryIO) -> Request:
    for _ in range(4):
        if not stream.peek(1):  # type: ignore[attr-defined]
            raise Gone
        line = _line(stream, LONGEST_LINE, 414)
        if line:
            break
    parts = line.split(b' ')
    if len(parts) != 3 or not _TOKEN.fullmatch(parts[0]) or not _TARGET.fullmatch(parts[1]):
        raise Malformed(400, 'The request line is malformed')
    version = _VERSION.fullmatch(parts[2])
    if version is None:
        raise Malformed(400, 'The request line is malformed')
    if version[1] != b'1':
        raise Malformed(505, 'Only HTTP/1.1 is spoken here')
    method = parts[0].decode('ascii')
    segments, query = _target(method, parts[1].decode('ascii'))
    return Request(method, segments, query, int(version[2]), {})


def _target(method: str, target: str) -> tuple[tuple[str, ...], list[tuple[str, str]]]:
    if target == '*' or method == 'CONNECT':
        return (target,), []
    absolute = _ABSOLUTE.fullmatch(target)
    if absolute:
        if not _HOST.fullmatch(absolute[1]):
            raise Malformed(400, 'The request target is malformed')
        target = absolute[2] if absolute[2].startswith('/') else '/' + absolute[2]
    path, _, query = target.partition('?')
    if not path.startswith('/') or '#' in target or _BROKEN_ESCAPE.search(path):
        raise Malformed(400, 'The request target is malformed')
    # Decoded segment by segment, so an encoded slash is not a separator.
    segments = tuple(unquote_to_bytes(part).decode('utf-8', 'replace') for part in path[1:].split('/'))
    return segments, parse_qsl(query, keep_blank_values=True)


def _fields(stream: BinaryIO) -> dict[str, list[str]]:
    fields: dict[str, list[str]] = {}
    room = LARGEST_HEAD
    while line := _line(stream, room, 431):
        room -= len(line) + 2
        name, colon, value = line.partition(b':')
        if not colon or not _TOKEN.fullmatch(name):
            # Catches folded lines and white space before the colon too.
            raise Malformed(400, 'A header field is malformed')
        value = value.strip(b' \t')
        if _CONTROL.search(value):
            raise Malformed(400, 'A header field holds a control character')
        fields.setdefault(name.decode('ascii').lower(), []).append(value.decode('latin-1'))
    return fields


def _check_host(request: Request) -> None:
    hosts = request.fields.get('host', [])
    if not hosts and request.minor == 0:
        return
    if len(hosts) != 1 or not _HOST.fullmatch(hosts[0]):
        raise Malformed(400, 'One valid Host is needed')


def _read_body(stream: BinaryIO, request: Request, say_continue: Callable[[], None]) -> None:
    codings = request.value('transfer-encoding')
    lengths = request.fields.get('content-length')
    expectation = request.value('expect')
    if codings is not None:
        if lengths is not None or request.minor == 0:
            raise Malformed(400, 'The length of the body is ambiguous')
        if codings.lower() != 'chunked':
            raise Malformed(501, 'This transfer coding is not supported')
        size = None
    else:
        size = _length(lengths)
    if expectation is not None and expectation.lower() != '100-continue':
        raise Malformed(417, 'This expectation cannot be met')
    if expectation is not None and request.minor >= 1 and size != 0:
        say_continue()
    request.body = _chunks(stream) if size is None else _exactly(stream, size)


def _length(values: list[str] | None) -> int:
    if values is None:
        return 0
    if len(values) != 1 or not re.fullmatch('[0-9]+', values[0]):
        raise Malformed(400, 'The Content-Length is malformed')
    digits = values[0].lstrip('0')
    if len(digits) > 9 or int(digits or '0') > LARGEST_BODY:
        raise Malformed(413, 'The request body is too large')
    return int(digits or '0')


def _exactly(stream: BinaryIO, size: int) -> bytes:
    body = stream.read(size)
    if len(body) != size:
        raise Malformed(400, 'The request ended early')
    return body


def _chunks(stream: BinaryIO) -> bytes:
    body = b''
    while True:
        head = _CHUNK.fullmatch(_line(stream, 1024, 400))
        if head is None:
            raise Malformed(400, 'A chunk is malformed')
        size = int(head[1], 16)
        if len(body) + size > LARGEST_BODY:
            raise Malformed(413, 'The request body is too large')
        if size == 0:
            _fields(stream)  # Trailers are read and dropped.
            return body
        body += _exactly(stream, size)
        if _exactly(stream, 2) != b'\r\n':
            raise Malformed(400, 'A chunk is malformed')
