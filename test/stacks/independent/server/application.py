"""The routes, and the way of a request through guards and handler to its response."""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass

from server import accounts, address, guards, guides, insights, notifications
from server import orders, people, products, savings, summaries
from server.answers import Response
from server.call import Call
from server.data import Users
from server.defects import point
from server.errors import Problem, error_answer
from server.tokens import Tokens
from server.wire import Request

BASE = ('gateway', 'investing')
TOKEN = ('identity', 'realms', 'invest', 'token')
METHODS = {'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'}


@dataclass(frozen=True)
class Route:
    """An endpoint: its path, what it requires, and its handler."""

    name: str
    method: str
    path: str
    handler: Callable[[Call], Response]
    scope: str | None = None
    takes_user: bool = True
    user_optional: bool = False
    refuses_query: bool = False


ROUTES = (
    Route('guides', 'GET', 'learn/learning-guides', guides.listing, scope='service:nbg'),
    Route('guide', 'GET', 'learning-guides/{}', guides.one, user_optional=True),
    Route('insights', 'GET', 'learn/analyst-insights', insights.listing),
    Route('cash', 'GET', 'cash', accounts.cash),
    Route('portfolios', 'GET', 'portfolios', accounts.portfolios, refuses_query=True),
    Route('address', 'PATCH', 'users/me/address', address.update),
    Route('address-read', 'GET', 'users/me/address', address.read),
    Route('daily-summaries', 'GET', 'daily-summaries', summaries.listing, refuses_query=True),
    Route('notifications', 'GET', 'b2b/notification-settings', notifications.settings),
    Route('orders', 'POST', 'api/m2m/investments/orders', orders.place),
    Route('users', 'POST', 'users', people.create, takes_user=False),
    Route('vault', 'GET', 'savings-vault', savings.vault),
    Route('savings-orders', 'POST', 'savings/orders', savings.order, scope='savings:write'),
    Route('product', 'GET', 'investment-products/{}', products.one, takes_user=False),
)


class Application:
    """The service behind one origin: the API and its authorization server."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.tokens = Tokens(f'{origin}/identity/realms/invest')
        self.users = Users()

    def announcement(self) -> dict:
        """The facts that a tester needs."""
        scoped, unscoped, now = self.tokens.scoped, self.tokens.unscoped, time.time()
        return {
            'baseUrl': f'{self.origin}/{"/".join(BASE)}',
            'authUrl': f'{self.origin}/{"/".join(TOKEN)}',
            'audience': self.tokens.audience,
            'scoped': {'id': scoped.id, 'secret': scoped.secret},
            'unscoped': {'id': unscoped.id, 'secret': unscoped.secret},
            'users': {'first': self.users.first.id, 'second': self.users.second.id},
            'expiredToken': self.tokens.sign(scoped, issued=now - 7200),
            'otherAudienceToken': self.tokens.sign(scoped, audience='urn:investing:backoffice'),
        }

    def answer(self, request: Request) -> Response:
        """Responds to any request."""
        try:
            if request.segments == TOKEN and request.method in METHODS:
                return self.tokens.endpoint(request)
            return self._route(request)
        except Problem as problem:
            return error_answer(problem, request.connection)
        except Exception:
            traceback.print_exc(file=sys.stderr)
            return error_answer(Problem(500, 'Something went wrong on our side'), request.connection)

    def _route(self, request: Request) -> Response:
        if request.method not in METHODS:
            raise Problem(501, 'This method is not known')
        there = [(route, found) for route in ROUTES if (found := _match(route, request.segments)) is not None]
        if not there:
            raise Problem(404, 'There is nothing at this path')
        method = 'GET' if request.method == 'HEAD' else request.method
        for route, parameters in there:
            if route.method == method:
                return self._handle(route, request, parameters)
        allowed = {route.method for route, _ in there}
        allowed |= {'HEAD'} if 'GET' in allowed else set()
        raise Problem(405, 'This method is not allowed here', fields={'Allow': ', '.join(sorted(allowed))})

    def _handle(self, route: Route, request: Request, parameters: list[str]) -> Response:
        point('before guards', None, route=route.name, request=request, users=self.users)
        claims = guards.bearer(request, self.tokens, route.name)
        guards.scope(request, claims, route.scope)
        user = None
        if route.takes_user:
            user = guards.user(request, self.users, route.name, optional=route.user_optional)
        if route.refuses_query and request.query:
            raise Problem(400, 'This endpoint takes no query parameters')
        answer = route.handler(Call(route.name, request, parameters, self.users, user))
        answer.body = point('content', answer.body, route=route.name, user=user, users=self.users)
        answer.fields = point('answer fields', answer.fields, route=route.name)
        return answer


def _match(route: Route, segments: tuple[str, ...]) -> list[str] | None:
    """The path parameters, if the path is the route's."""
    pattern = (*BASE, *route.path.split('/'))
    if len(pattern) != len(segments):
        return None
    parameters = []
    for expected, actual in zip(pattern, segments):
        if expected == '{}' and actual:
            parameters.append(actual)
        elif expected != actual:
            return None
    return parameters
