"""Thirty mistakes that teams ship. At most one is active. Without one, every point returns its value unchanged."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Defect:
    """A mistake, the requirement that it breaks, and the point of the service at which it is made."""

    name: str
    what: str
    requirement: str
    at: str
    hook: Callable[..., Any]


REGISTRY: dict[str, Defect] = {}
_active: Defect | None = None
_memory: dict[Any, Any] = {}
_lock = threading.Lock()


def point(name: str, value: Any, **context: Any) -> Any:
    """The value, unless the active defect spoils this point."""
    if _active is None or _active.at != name:
        return value
    return _active.hook(value, **context)


def activate(name: str) -> None:
    """Makes one defect active."""
    global _active
    _active = REGISTRY[name]


def listing() -> list[dict[str, str]]:
    """All defects, for people and for tests."""
    return [{'name': d.name, 'what': d.what, 'requirement': d.requirement} for d in REGISTRY.values()]


def _defect(name: str, requirement: str, at: str, what: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def register(hook: Callable[..., Any]) -> Callable[..., Any]:
        REGISTRY[name] = Defect(name, what, requirement, at, hook)
        return hook

    return register


@_defect('token-scope-comma-separated', 'token/scope-granted', 'token answer',
         'the scope of the token answer is separated by commas')
def _(answer):
    return {**answer, 'scope': answer['scope'].replace(' ', ',')}


@_defect('token-grant-type-defaulted', 'token/bad-grant', 'token request',
         'a missing grant_type is taken for client_credentials; another one is refused')
def _(sent):
    return {'grant_type': 'client_credentials', **sent}


@_defect('token-lifetime-in-milliseconds', 'token/expiry-claim', 'token answer',
         'expires_in is given in milliseconds, the exp of the token is right')
def _(answer):
    return {**answer, 'expires_in': answer['expires_in'] * 1000}


@_defect('auth-expired-on-notifications', 'auth/expired', 'expired',
         'notification-settings alone does not look at the expiry of the token')
def _(expired, route):
    return expired and route != 'notifications'


@_defect('auth-none-in-mixed-case', 'auth/forged', 'signature',
         'unsigned tokens are accepted where alg is "none" in any spelling but the lower-case one')
def _(good, parts, header):
    algorithm = str(header.get('alg'))
    return good or (algorithm != 'none' and algorithm.lower() == 'none')


@_defect('auth-cache-without-signature', 'auth/forged', 'signature',
         'once a token was accepted, its header and payload are accepted with any signature')
def _(good, parts, header):
    if good:
        _memory[tuple(parts[:2])] = True
    return good or tuple(parts[:2]) in _memory


@_defect('auth-address-saved-before-refusal', 'auth/before-effects', 'before guards',
         'an address update without a valid token is refused with 401, but saved')
def _(nothing, route, request, users):
    from server import address, bodies
    from server.errors import Problem

    user = users.find(request.value('x-user-id') or '')
    if route == 'address' and user is not None:
        try:
            address.store(user, address.checked(bodies.read_json(request, route)))
        except Problem:
            pass


@_defect('scope-substring', 'scope/guides-required', 'scope held',
         'the scope is looked for as a part of the scope text: service:nbg-preview suffices')
def _(held, needed, granted, request):
    return needed in ' '.join(granted)


@_defect('scope-remembered-per-user', 'scope/guides-required', 'scope held',
         'once a sufficient token has fetched the guides for a user, any token may for the same user')
def _(held, needed, granted, request):
    key = (needed, request.value('x-user-id'))
    _memory[key] = _memory.get(key, False) or held
    return _memory[key]


@_defect('user-id-lowercased-on-portfolios', 'user/malformed', 'user id',
         'portfolios alone lowers the case of x-user-id before it looks the user up')
def _(value, route):
    return value.lower() if route == 'portfolios' else value


@_defect('user-unknown-404-on-summaries', 'user/unknown-summaries', 'unknown user on summaries',
         'daily-summaries answers 404 for an unknown user, as the other endpoints do')
def _(applies):
    return False


@_defect('user-mixed-up-when-simultaneous', 'user/isolation', 'user of cash',
         'cash keeps the current user in a shared place: simultaneous requests of two users mix')
def _(user):
    _memory['current'] = user
    time.sleep(0.02)
    return _memory['current']


@_defect('user-optional-on-insights', 'user/missing', 'user header',
         'analyst-insights without x-user-id answers in the language of some user')
def _(value, route, users):
    return users.first.id if value is None and route == 'insights' else value


@_defect('errors-plain-text-415', 'errors/json', 'error answer',
         'the refusal of a wrong Content-Type is plain text; every other error is an ApiError')
def _(answer, problem):
    if problem.status == 415:
        answer.body = problem.message.encode()
        answer.fields['Content-Type'] = 'text/plain; charset=utf-8'
    return answer


@_defect('errors-description-list', 'errors/shape', 'error body',
         'validation errors (422) carry a list of issues as error.description')
def _(body):
    if body['status'] == 422:
        body['error']['description'] = [body['error']['description']]
    return body


@_defect('errors-response-id-per-connection', 'errors/response-id-unique', 'response id',
         'the responseId is drawn once for a connection, not for a response')
def _(value, connection):
    return connection.setdefault('response id', value)


@_defect('http-crash-on-lone-surrogate', 'http/no-server-error', 'parsed body',
         'a JSON body with half of a surrogate pair in a text crashes the handler (500)')
def _(value, route):
    json.dumps(value, ensure_ascii=False).encode('utf-8')
    return value


@_defect('http-latin-bytes-for-second-user', 'http/json-media-type', 'content',
         'analyst-insights of the second user (German) is sent in windows-1252 although UTF-8 is announced')
def _(body, route, user, users):
    if route == 'insights' and user is users.second:
        return body.decode('utf-8').encode('windows-1252', 'replace')
    return body


@_defect('http-public-cash', 'http/private-data-not-shared', 'answer fields', 'cash may be stored by shared caches')
def _(fields, route):
    return {**fields, 'Cache-Control': 'public, max-age=60'} if route == 'cash' else fields


@_defect('guides-empty-cover-deep', 'guides/schema', 'guide summary',
         'the ninth guide has an empty text as webCoverImageURL instead of null')
def _(summary, index):
    return {**summary, 'webCoverImageURL': ''} if index == 8 else summary


@_defect('guides-cache-forgets-language', 'guides/localised', 'guides cache key',
         'the cached listing is shared by all languages: whoever asks first decides')
def _(key):
    return 'all'


@_defect('guides-ties-swap', 'guides/order-stable', 'guides order',
         'every third listing has the sixth and seventh guide swapped')
def _(items):
    with _lock:
        _memory['listings'] = _memory.get('listings', 0) + 1
        if _memory['listings'] % 3 == 0:
            items[5], items[6] = items[6], items[5]
    return items


@_defect('guide-last-missing', 'guide/fetch', 'guide index',
         'the last guide of the listing cannot be fetched (off by one)')
def _(index, count):
    return None if index == count - 1 else index


@_defect('address-double-update-dropped', 'address/overwrites', 'address to store',
         'an update within two seconds of the last one is taken for a double click: accepted, but dropped')
def _(address, user):
    last, _memory[user.id] = _memory.get(user.id, 0.0), time.monotonic()
    return user.address if time.monotonic() - last < 2 else address


@_defect('address-line2-array-joined', 'address/wrong-type', 'address received',
         'an array as line2, and only there, is joined to a text')
def _(address):
    if isinstance(address, dict) and isinstance(address.get('line2'), list):
        return {**address, 'line2': ', '.join(map(str, address['line2'])) or None}
    return address


@_defect('summaries-key-copied-on-last-day', 'summaries/member-key', 'day',
         'on the last day, portfolio.holdings has the key "savings"')
def _(day, index, count, user, users):
    if index == count - 1:
        day['portfolio']['holdings']['key'] = 'savings'
    return day


@_defect('summaries-seconds-for-second-user', 'summaries/timestamp-digits', 'day',
         'the timestamps of the second user are in seconds')
def _(day, index, count, user, users):
    return {**day, 'timestamp': day['timestamp'] // 1000} if user is users.second else day


@_defect('notifications-id-translated', 'notifications/localised', 'notification',
         'one id (app_daily_recap) is translated for German users')
def _(item, user):
    if user.language == 'de' and item['id'] == 'app_daily_recap':
        return {**item, 'id': 'app_tagesrueckblick'}
    return item


@_defect('orders-trailing-bytes-ignored', 'orders/malformed-json', 'body text',
         'orders reads the first JSON value of the body and ignores what follows')
def _(text, route):
    if route != 'orders':
        return text
    try:
        start = len(text) - len(text.lstrip())
        return text[: json.JSONDecoder().raw_decode(text, start)[1]]
    except ValueError:
        return text


@_defect('robustness-query-filters-insights', 'robustness/unexpected-query', 'insights',
         'analyst-insights takes any query parameter for a filter by member, and finds nothing')
def _(items, query):
    return [item for item in items if all(str(item.get(name)) == value for name, value in query)]
