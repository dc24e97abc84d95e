"""The authorization server: clients, token issuance (RFC 6749) and verification of the JWTs that it signs."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import secrets
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from server import bodies
from server.answers import Response, json_answer
from server.defects import point
from server.wire import Request

ALGORITHM = 'HS384'
LIFETIME = 2700
LEEWAY = 30
_PART = re.compile('[A-Za-z0-9_-]+')


@dataclass(frozen=True)
class Client:
    """A registered machine client."""

    id: str
    secret: str
    scopes: tuple[str, ...]


class TokenRefused(Exception):
    """An access token that is not accepted."""


class OAuthError(Exception):
    """A refusal of the token endpoint."""

    def __init__(self, status: int, code: str, description: str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.description = description


def encode(data: bytes) -> str:
    """Base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b'=').decode('ascii')


def decode(part: str) -> bytes:
    """The bytes of a base64url text in its one canonical form."""
    if not _PART.fullmatch(part) or len(part) % 4 == 1:
        raise TokenRefused
    data = base64.urlsafe_b64decode(part + '=' * (-len(part) % 4))
    if encode(data) != part:
        raise TokenRefused
    return data


class Tokens:
    """The identity provider."""

    def __init__(self, issuer: str) -> None:
        self.issuer = issuer
        self.audience = 'urn:investing:m2m'
        self.key = secrets.token_bytes(48)
        self.key_id = secrets.token_hex(6)
        # The second client has a scope whose name only begins like the scope that the guides need.
        self.scoped = self._client('portfolio:read', 'savings:write', 'service:nbg')
        self.unscoped = self._client('portfolio:read', 'service:nbg-preview')
        self.clients = {client.id: client for client in (self.scoped, self.unscoped)}

    @staticmethod
    def _client(*scopes: str) -> Client:
        return Client('m2m-' + secrets.token_hex(8), secrets.token_urlsafe(32), scopes)

    def sign(self, client: Client, audience: str | None = None, issued: float | None = None) -> str:
        """A signed access token."""
        now = int(time.time() if issued is None else issued)
        header = {'typ': 'at+jwt', 'kid': self.key_id, 'alg': ALGORITHM}
        claims = {
            'jti': secrets.token_hex(12),
            'iss': self.issuer,
            'sub': f'{client.id}@clients',
            'aud': [audience or self.audience, f'{self.issuer}/userinfo'],
            'iat': now,
            'exp': now + LIFETIME,
            'scp': list(client.scopes),
        }
        signed = '.'.join(encode(json.dumps(part).encode()) for part in (header, claims))
        return f'{signed}.{encode(self._mac(signed))}'

    def _mac(self, signed: str) -> bytes:
        return hmac.new(self.key, signed.encode('ascii'), hashlib.sha384).digest()

    def verify(self, token: str, route: str) -> dict[str, Any]:
        """The claims of a token that this provider signed for this service and that is still valid."""
        parts = token.split('.')
        if len(parts) != 3:
            raise TokenRefused
        header, claims = self._object(parts[0]), self._object(parts[1])
        if not point('signature', self._signed(parts, header), parts=parts, header=header):
            raise TokenRefused
        audience = claims.get('aud')
        if claims.get('iss') != self.issuer or not isinstance(audience, list) or self.audience not in audience:
            raise TokenRefused
        expires = claims.get('exp')
        if isinstance(expires, bool) or not isinstance(expires, (int, float)):
            raise TokenRefused
        if point('expired', expires + LEEWAY < time.time(), route=route):
            raise TokenRefused
        return claims

    def _signed(self, parts: list[str], header: dict[str, Any]) -> bool:
        if header.get('alg') != ALGORITHM or header.get('kid') != self.key_id or 'crit' in header:
            return False
        try:
            return hmac.compare_digest(decode(parts[2]), self._mac(f'{parts[0]}.{parts[1]}'))
        except TokenRefused:
            return False

    @staticmethod
    def _object(part: str) -> dict[str, Any]:
        try:
            value = bodies.parse(decode(part))
        except bodies.NotJson:
            raise TokenRefused from None
        if not isinstance(value, dict):
            raise TokenRefused
        return value

    def endpoint(self, request: Request) -> Response:
        """Responds to a token request."""
        fields = {'Cache-Control': 'no-store', 'Pragma': 'no-cache'}
        try:
            return json_answer(200, self._issue(self._parameters(request)), fields, indent=None)
        except OAuthError as error:
            if error.status == 401:
                fields['WWW-Authenticate'] = 'Basic realm="identity"'
            if error.status == 405:
                fields['Allow'] = 'POST'
            return json_answer(error.status, {'error': error.code, 'error_description': error.description}, fields)

    @staticmethod
    def _parameters(request: Request) -> dict[str, Any]:
        if request.method != 'POST':
            raise OAuthError(405, 'invalid_request', 'Tokens are asked for with POST')
        media_type = (request.value('content-type') or '').partition(';')[0].strip(' \t').lower()
        if media_type == 'application/x-www-form-urlencoded':
            pairs = parse_qsl(request.body.decode('latin-1'), keep_blank_values=True)
            if len(dict(pairs)) != len(pairs):
                raise OAuthError(400, 'invalid_request', 'A parameter is repeated')
            return dict(pairs)
        if media_type != 'application/json':
            raise OAuthError(400, 'invalid_request', 'The body has to be JSON or form-encoded')
        try:
            value = bodies.parse(request.body)
        except bodies.NotJson:
            raise OAuthError(400, 'invalid_request', 'The body is not valid JSON') from None
        if not isinstance(value, dict):
            raise OAuthError(400, 'invalid_request', 'The body has to be an object')
        return value

    def _issue(self, sent: dict[str, Any]) -> dict[str, Any]:
        sent = point('token request', sent)
        for name in ('grant_type', 'client_id', 'client_secret', 'audience'):
            if not isinstance(sent.get(name), str):
                raise OAuthError(400, 'invalid_request', f'{name} has to be a text')
        if sent['grant_type'] != 'client_credentials':
            raise OAuthError(400, 'unsupported_grant_type', 'Only client_credentials is supported')
        client = self.clients.get(sent['client_id'])
        secret = client.secret if client else secrets.token_urlsafe(32)
        if not hmac.compare_digest(secret.encode(), sent['client_secret'].encode('utf-8')) or client is None:
            raise OAuthError(401, 'invalid_client', 'The client is unknown or its secret is wrong')
        if sent['audience'] != self.audience:
            raise OAuthError(403, 'access_denied', 'The client has no grant for this audience')
        answer = {
            'scope': ' '.join(client.scopes),
            'expires_in': LIFETIME,
            'token_type': 'Bearer',
            'access_token': self.sign(client),
            'issued_token_type': 'urn:ietf:params:oauth:token-type:access_token',
        }
        return point('token answer', answer)
