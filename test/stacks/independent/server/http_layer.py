"""Connections: one thread each, kept alive, one response after the other."""

from __future__ import annotations

import socket
import socketserver
import time
from email.utils import formatdate
from http import HTTPStatus
from typing import TYPE_CHECKING

from server.answers import Response
from server.errors import Problem, error_answer
from server.wire import Gone, Malformed, Request, read_request

if TYPE_CHECKING:
    from server.application import Application

IDLE_SECONDS = 30
READ_SECONDS = 10
LINGER_SECONDS = 2
LINGER_BYTES = 16 * 1024 * 1024
CHUNK = 1021


class Connection(socketserver.BaseRequestHandler):
    """One client connection."""

    server: Server

    def handle(self) -> None:
        """Responds to requests until one side ends the connection."""
        self.request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.memory: dict = {}
        try:
            with self.request.makefile('rb') as stream:
                while self._exchange(stream):
                    pass
        except (Gone, OSError):
            return

    def _exchange(self, stream) -> bool:
        self.request.settimeout(IDLE_SECONDS)
        if not stream.peek(1):
            return False
        self.request.settimeout(READ_SECONDS)
        try:
            request = read_request(stream, lambda: self.request.sendall(b'HTTP/1.1 100 Continue\r\n\r\n'))
        except Malformed as refusal:
            return self._refuse(refusal.status, refusal.message)
        except TimeoutError:
            return self._refuse(408, 'The request took too long to arrive')
        request.connection = self.memory
        keep = request.keeps_alive()
        self._send(self.server.application.answer(request), request, keep)
        return keep

    def _refuse(self, status: int, message: str) -> bool:
        self._send(error_answer(Problem(status, message), self.memory), None, False)
        self._linger()
        return False

    def _send(self, answer: Response, request: Request | None, keep: bool) -> None:
        bodiless = answer.status == 204
        chunked = answer.chunked and request is not None and request.minor >= 1 and request.method != 'HEAD'
        lines = [f'HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}', f'Date: {formatdate(usegmt=True)}']
        lines += [f'{name}: {value}' for name, value in answer.fields.items()]
        if chunked:
            lines.append('Transfer-Encoding: chunked')
        elif not bodiless:
            lines.append(f'Content-Length: {len(answer.body)}')
        lines += ['Connection: keep-alive', f'Keep-Alive: timeout={IDLE_SECONDS}'] if keep else ['Connection: close']
        head = '\r\n'.join(lines).encode('latin-1') + b'\r\n\r\n'
        if bodiless or (request is not None and request.method == 'HEAD'):
            self.request.sendall(head)
        elif chunked:
            self.request.sendall(head)
            for start in range(0, len(answer.body), CHUNK):
                piece = answer.body[start : start + CHUNK]
                self.request.sendall(b'%X\r\n%b\r\n' % (len(piece), piece))
            self.request.sendall(b'0\r\n\r\n')
        else:
            self.request.sendall(head + answer.body)

    def _linger(self) -> None:
        """Reads on for a moment, so that the refusal is not lost in a reset."""
        self.request.shutdown(socket.SHUT_WR)
        end = time.monotonic() + LINGER_SECONDS
        left = LINGER_BYTES
        while left > 0 and (seconds := end - time.monotonic()) > 0:
            self.request.settimeout(seconds)
            received = len(self.request.recv(65536))
            if not received:
                return
            left -= received


class Server(socketserver.ThreadingTCPServer):
    """The listener."""

    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128
    application: Application

    def __init__(self, port: int) -> None:
        super().__init__(('127.0.0.1', port), Connection)

    def handle_error(self, request, client_address) -> None:
        """Logs nothing, because errors of a client are not events of the service."""
