"""The input of a handler."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from server.bodies import read_json
from server.data import User, Users
from server.wire import Request


@dataclass
class Call:
    """A request that passed the guards."""

    route: str
    request: Request
    parameters: list[str]
    users: Users
    user: User | None

    def body(self) -> Any:
        """The JSON value of the request."""
        return read_json(self.request, self.route)
