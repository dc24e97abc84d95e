"""Checks of token, scope and user."""

from __future__ import annotations

import re
from typing import Any

from server.data import User, Users
from server.defects import point
from server.errors import Problem
from server.tokens import TokenRefused, Tokens
from server.wire import Request

_BEARER = re.compile('bearer +([A-Za-z0-9._~+/-]+=*)', re.IGNORECASE)
_USER_ID = re.compile('[a-f0-9]{24}')
_REALM = 'Bearer realm="investing"'


def bearer(request: Request, tokens: Tokens, route: str) -> dict[str, Any]:
    """The claims of the request's access token."""
    value = request.value('authorization')
    if value is None:
        raise Problem(401, 'An access token is needed', fields={'WWW-Authenticate': _REALM})
    credentials = _BEARER.fullmatch(value)
    try:
        if credentials is None:
            raise TokenRefused
        return tokens.verify(credentials[1], route)
    except TokenRefused:
        fields = {'WWW-Authenticate': f'{_REALM}, error="invalid_token"'}
        raise Problem(401, 'The access token is not valid', 'It is malformed, expired or not ours', fields) from None


def scope(request: Request, claims: dict[str, Any], needed: str | None) -> None:
    """Refuses a token that lacks the scope of the endpoint."""
    if needed is None:
        return
    granted = claims.get('scp', [])
    if not point('scope held', needed in granted, needed=needed, granted=granted, request=request):
        fields = {'WWW-Authenticate': f'{_REALM}, error="insufficient_scope", scope="{needed}"'}
        raise Problem(403, 'The access token lacks the scope of this endpoint', None, fields)


def user(request: Request, users: Users, route: str, *, optional: bool = False) -> User | None:
    """The user on whose behalf the request is made."""
    value = point('user header', request.value('x-user-id'), route=route, users=users)
    if value is None:
        if optional:
            return None
        raise Problem(400, 'The header x-user-id is needed')
    value = point('user id', value, route=route)
    if not _USER_ID.fullmatch(value):
        raise Problem(422, 'The header x-user-id is malformed', 'It has to be 24 lowercase hexadecimal characters')
    found = users.find(value)
    if found is None:
        if point('unknown user on summaries', route == 'daily-summaries'):
            raise Problem(401, 'User not found', fields={'WWW-Authenticate': _REALM})
        raise Problem(404, 'User not found')
    return found
