"""Checks the independent implementation from outside: what it does when sound, and what each defect changes."""

from __future__ import annotations

import base64
import http.client
import json
import pathlib
import re
import socket
import subprocess
import sys
import threading
import time
import unittest
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlencode, urlsplit

FOLDER = pathlib.Path(__file__).resolve().parent
ADDRESS = {'line1': '1 High St', 'line2': 'Flat 2', 'city': 'Leeds', 'postalCode': 12345, 'countryCode': 'GB'}
ORDER = {'isin': 'US0378331005', 'side': 'buy', 'amount': 10.5}
GUIDES = '/learn/learning-guides'
SUMMARIES = '/daily-summaries'
SETTINGS = '/b2b/notification-settings'
ORDERS = '/api/m2m/investments/orders'
UNKNOWN = 'f' * 24
USER_PATHS = (GUIDES, '/learn/analyst-insights', '/cash', '/portfolios', SUMMARIES, SETTINGS, '/savings-vault')


class Answer:
    """A response that was read to its end."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.fields = response.headers
        self.bytes = response.read()

    @property
    def json(self) -> Any:
        """The content."""
        return json.loads(self.bytes.decode('utf-8'))

    def is_api_error(self, status: int) -> bool:
        """Whether this is the ApiError of a status."""
        body = self.json
        return (
            self.status == body['status'] == status
            and re.fullmatch(r'application/(\w|\.)*\+?json', self.fields['Content-Type']) is not None
            and bool(body['error']['message'].strip())
            and isinstance(body['error']['description'], (str, type(None)))
            and re.fullmatch('[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}', body['responseId']) is not None
        )


class Target:
    """A running server."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, '-B', '-m', 'server', '--port', '0', *options],
            cwd=FOLDER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )
        self.facts = json.loads(self.process.stdout.readline())
        base, auth = urlsplit(self.facts['baseUrl']), urlsplit(self.facts['authUrl'])
        self.port, self.base, self.auth = base.port, base.path, auth.path
        self.first, self.second = self.facts['users']['first'], self.facts['users']['second']
        self.token = self.issue().json['access_token']
        self.weak = self.issue(client='unscoped').json['access_token']

    def close(self) -> None:
        """Ends the server."""
        self.process.stdin.close()
        self.process.wait(5)
        self.process.stdout.close()

    def connect(self) -> http.client.HTTPConnection:
        """A new connection."""
        return http.client.HTTPConnection('127.0.0.1', self.port, timeout=5)

    def issue(
        self, client: str = 'scoped', raw: bytes | None = None, kind: str = 'application/json', **changes: Any
    ) -> Answer:
        """Asks for a token; a change to None leaves the member out."""
        credentials = self.facts[client]
        body = {
            'grant_type': 'client_credentials', 'audience': self.facts['audience'],
            'client_id': credentials['id'], 'client_secret': credentials['secret'], **changes,
        }
        body = {name: value for name, value in body.items() if value is not None}
        connection = self.connect()
        connection.request('POST', self.auth, raw or json.dumps(body), {'Content-Type': kind})
        answer = Answer(connection.getresponse())
        connection.close()
        return answer

    def call(
        self, path: str, method: str = 'GET', body: Any = None, user: str | None = 'first', token: str | None = '',
        kind: str | None = 'application/json', connection: http.client.HTTPConnection | None = None,
        fields: dict[str, str] | None = None,
    ) -> Answer:
        """One request; raw bytes are sent as they are, everything else as JSON."""
        headers = {}
        if token is not None:
            headers['Authorization'] = f'Bearer {token or self.token}'
        if user is not None:
            headers['x-user-id'] = {'first': self.first, 'second': self.second}.get(user, user)
        if body is not None:
            if kind:
                headers['Content-Type'] = kind
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
        own = connection or self.connect()
        own.request(method, self.base + path, body, {**headers, **(fields or {})})
        answer = Answer(own.getresponse())
        if connection is None:
            own.close()
        return answer

    def patch(self, body: Any, **options) -> Answer:
        """An address update."""
        return self.call('/users/me/address', 'PATCH', body, **options)

    def stored(self, user: str = 'first') -> Any:
        """The address as it is read back."""
        return self.call('/users/me/address', user=user).json['address']

    def raw(self, data: bytes) -> bytes:
        """Sends bytes on a connection of their own, and reads until the server closes it."""
        with socket.create_connection(('127.0.0.1', self.port), 5) as connection:
            try:
                connection.sendall(data)
            except OSError:
                pass
            received = b''
            try:
                while piece := connection.recv(65536):
                    received += piece
            except OSError:
                pass
            return received


def part(value: Any) -> str:
    """A JSON value as a part of a JWT."""
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b'=').decode()


def opened(text: str) -> Any:
    """The JSON value of a part of a JWT."""
    return json.loads(base64.urlsafe_b64decode(text + '=='))


def unsigned(token: str, algorithm: str) -> str:
    """The token without a signature."""
    header, payload, _ = token.split('.')
    return f'{part({**opened(header), "alg": algorithm})}.{payload}.'


# One probe for each defect: true where the service is sound.

PROBES: dict[str, Callable[[Target], bool]] = {}


def probe(name: str) -> Callable[[Callable[[Target], bool]], Callable[[Target], bool]]:
    """Registers the probe of a defect."""
    def register(check: Callable[[Target], bool]) -> Callable[[Target], bool]:
        PROBES[name] = check
        return check
    return register


@probe('token-scope-comma-separated')
def _(t):
    return 'service:nbg' in t.issue().json['scope'].split(' ')


@probe('token-grant-type-defaulted')
def _(t):
    return t.issue(grant_type=None).status == 400 and t.issue(grant_type='password').status == 400


@probe('token-lifetime-in-milliseconds')
def _(t):
    answer = t.issue().json
    return abs(opened(answer['access_token'].split('.')[1])['exp'] - time.time() - answer['expires_in']) < 60


@probe('auth-expired-on-notifications')
def _(t):
    return all(t.call(path, token=t.facts['expiredToken']).status == 401 for path in USER_PATHS)


@probe('auth-none-in-mixed-case')
def _(t):
    spellings = ('none', 'None', 'nOnE', 'NONE')
    return all(t.call('/cash', token=unsigned(t.token, name)).status == 401 for name in spellings)


@probe('auth-cache-without-signature')
def _(t):
    signed, _, signature = t.token.rpartition('.')
    t.call('/cash')
    return all(t.call('/cash', token=f'{signed}.{other}').status == 401 for other in ('', signature[::-1]))


@probe('auth-address-saved-before-refusal')
def _(t):
    before = t.stored()
    refused = t.patch({'address': {**ADDRESS, 'line1': 'Nowhere'}}, token=None)
    return refused.status == 401 and t.stored() == before


@probe('scope-substring')
def _(t):
    # A user of whom nothing is remembered yet.
    return t.call(GUIDES, user=new_user(t), token=t.weak).status == 403


@probe('scope-remembered-per-user')
def _(t):
    return t.call(GUIDES).status == 200 and t.call(GUIDES, token=t.weak).status == 403


@probe('user-id-lowercased-on-portfolios')
def _(t):
    return all(t.call(path, user=t.first.upper()).status == 422 for path in USER_PATHS)


@probe('user-unknown-404-on-summaries')
def _(t):
    return t.call(SUMMARIES, user=UNKNOWN).status == 401 and t.call('/cash', user=UNKNOWN).status == 404


@probe('user-mixed-up-when-simultaneous')
def _(t):
    alone = {user: t.call('/cash', user=user).bytes for user in ('first', 'second')}
    seen: list[bool] = []

    def ask(user: str) -> None:
        seen.extend(t.call('/cash', user=user).bytes == alone[user] for _ in range(3))

    threads = [threading.Thread(target=ask, args=[user]) for user in ('first', 'second') * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(seen) == 12 and all(seen)


@probe('user-optional-on-insights')
def _(t):
    return all(t.call(path, user=None).status == 400 for path in USER_PATHS)


@probe('errors-plain-text-415')
def _(t):
    return t.patch({'address': ADDRESS}, kind=None).is_api_error(415)


@probe('errors-description-list')
def _(t):
    return t.patch({'address': 5}).is_api_error(422)


@probe('errors-response-id-per-connection')
def _(t):
    connection = t.connect()
    ids = {t.call('/cash', user=None, connection=connection).json['responseId'] for _ in range(3)}
    connection.close()
    return len(ids) == 3


@probe('http-crash-on-lone-surrogate')
def _(t):
    body = json.dumps({'address': {**ADDRESS, 'city': 'X'}}).replace('"X"', r'"\ud800"').encode()
    return t.patch(body).status == 400


@probe('http-latin-bytes-for-second-user')
def _(t):
    return all(t.call(path, user=user).json for path in USER_PATHS for user in ('first', 'second'))


@probe('http-public-cash')
def _(t):
    return not any('public' in t.call(path).fields['Cache-Control'] for path in USER_PATHS)


@probe('guides-empty-cover-deep')
def _(t):
    return all(guide['webCoverImageURL'] != '' for guide in t.call(GUIDES).json['data'])


@probe('guides-cache-forgets-language')
def _(t):
    one, other = (t.call(GUIDES, user=user).json['data'] for user in ('first', 'second'))
    return sorted(g['id'] for g in one) == sorted(g['id'] for g in other) and one[0]['title'] != other[0]['title']


@probe('guides-ties-swap')
def _(t):
    return len({tuple(g['id'] for g in t.call(GUIDES).json['data']) for _ in range(4)}) == 1


@probe('guide-last-missing')
def _(t):
    ids = [guide['id'] for guide in t.call(GUIDES).json['data']]
    answers = [t.call(f'/learning-guides/{each}') for each in ids]
    return all(answer.status == 200 for answer in answers) and len({answer.bytes for answer in answers}) == len(ids)


@probe('address-double-update-dropped')
def _(t):
    for city in ('Leeds', 'York'):
        if t.patch({'address': {**ADDRESS, 'city': city}}, user='second').status != 204:
            return False
    return t.stored('second') == {**ADDRESS, 'city': 'York', 'postalCode': '12345'}


@probe('address-line2-array-joined')
def _(t):
    return all(
        t.patch({'address': {**ADDRESS, name: value}}).status == 422
        for name in ADDRESS for value in ([], ['a'], {}, {'a': 1}, True)
    )


@probe('summaries-key-copied-on-last-day')
def _(t):
    portfolios = [day['portfolio'] for day in t.call(SUMMARIES).json['data']]
    return all(member['key'] == name for portfolio in portfolios for name, member in portfolio.items())


@probe('summaries-seconds-for-second-user')
def _(t):
    now = time.time() * 1000
    days = [day for user in ('first', 'second') for day in t.call(SUMMARIES, user=user).json['data']]
    return all(10**12 <= day['timestamp'] <= now for day in days)


def notification_ids(t: Target, user: str) -> set[str]:
    """All ids of a user's settings."""
    channels = t.call(SETTINGS, user=user).json.values()
    return {item['id'] for groups in channels for group in groups for item in group['notifications']}


@probe('notifications-id-translated')
def _(t):
    return notification_ids(t, 'first') == notification_ids(t, 'second')


@probe('orders-trailing-bytes-ignored')
def _(t):
    return t.call(ORDERS, 'POST', json.dumps(ORDER).encode() + b'}').status == 400


@probe('robustness-query-filters-insights')
def _(t):
    return t.call('/learn/analyst-insights?x=1').bytes == t.call('/learn/analyst-insights').bytes


def new_user(t: Target) -> str:
    """The id of a user who was created this moment."""
    body = {'firstName': 'A', 'lastName': 'B', 'email': 'a@b', 'language': 'ar'}
    return t.call('/users', 'POST', body, user=None).json['user']['id']


# Probes that a second defect fails as well, for good reason.
ALSO = {'scope-substring': {'scope-remembered-per-user'}}


class Sound(unittest.TestCase):
    """The service without a defect."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.t = Target()
        cls.addClassCleanup(cls.t.close)

    def test_probes(self) -> None:
        for name, check in PROBES.items():
            with self.subTest(name):
                self.assertTrue(check(self.t))

    def test_token(self) -> None:
        answer = self.t.issue()
        self.assertEqual(answer.status, 200)
        self.assertEqual(answer.fields['Cache-Control'], 'no-store')
        body = answer.json
        self.assertEqual(body['token_type'], 'Bearer')
        self.assertIs(type(body['expires_in']), int)
        self.assertNotIn('service:nbg', self.t.issue(client='unscoped').json['scope'].split())
        client = self.t.facts['scoped']
        form = {'grant_type': 'client_credentials', 'audience': self.t.facts['audience'],
                'client_id': client['id'], 'client_secret': client['secret']}
        raw = urlencode(form).encode()
        self.assertEqual(self.t.issue(raw=raw, kind='application/x-www-form-urlencoded').status, 200)

    def test_token_refusals(self) -> None:
        cases: list[dict] = [
            {'client_secret': 'wrong'}, {'client_secret': 'é\U0001f600'}, {'client_id': 'nobody'},
            {'grant_type': 'password'}, {'grant_type': ['client_credentials']}, {'client_id': None},
            {'client_secret': None}, {'client_id': 5}, {'client_secret': {}}, {'client_secret': True}, {'audience': None}, {'audience': 'other'}, {'audience': []},
            *({'raw': raw} for raw in (b'[]', b'{', b'null', b'"x"', b'\xff', b'[' * 9000, b'9' * 9000)),
            {'raw': b'{"a":1e999}'},
            {'kind': 'text/plain'}, {'raw': b'{"client_id":"\\ud800"}'},
        ]
        for case in cases:
            with self.subTest(case):
                answer = self.t.issue(**case)
                self.assertIn(answer.status, (400, 401, 403))
                self.assertNotIn('access_token', answer.json)

    def test_auth(self) -> None:
        good = self.t.token
        header, payload, signature = good.split('.')
        altered = part({**opened(payload), 'scp': ['service:nbg'], 'scope': 'service:nbg'})
        values = [
            '', 'Bearer', 'Bearer ', good, f'Basic {good}', f'Token {good}', f'Bearer{good}', f'Bearer\t{good}',
            f'Bearer {good} x', f'Bearer {good}, {good}', 'Bearer a.b.c', 'Bearer ..', f'Bearer "{good}"',
            f'Bearer {header}.{payload}', f'Bearer {good}.x', f'Bearer {header}.{altered}.{signature}',
            f'Bearer {header}.{payload}.{signature[:-4]}AAAA', f'Bearer {self.t.facts["otherAudienceToken"]}',
        ]
        for value in values:
            for path in USER_PATHS:
                with self.subTest(value, path=path):
                    answer = self.t.call(path, token=None, fields={'Authorization': value})
                    self.assertTrue(answer.is_api_error(401))
                    self.assertIn('Bearer', answer.fields['WWW-Authenticate'])
        for value in (f'bearer {good}', f'BEARER   {good}', f'  Bearer {good} \t'):
            self.assertEqual(self.t.call('/cash', token=None, fields={'Authorization': value}).status, 200)
        self.assertEqual(self.t.call(f'/cash?access_token={good}', token=None).status, 401)
        forbidden = self.t.call(GUIDES, token=self.t.weak)
        self.assertTrue(forbidden.is_api_error(403))
        self.assertEqual(forbidden.fields['Cache-Control'], 'no-store')
        self.assertEqual(self.t.call('/cash', token=self.t.weak).status, 200)

    def test_user(self) -> None:
        first = self.t.first
        for value in ('', first[:-1], first + '0', first[:-1] + 'g', first.upper(), f'{first}, {first}',
                      f'{first},{self.t.second}', first[:-1] + '\xe4', f'{first}\xa0', '0x' + first[2:]):
            with self.subTest(value):
                self.assertTrue(self.t.call('/cash', user=value).is_api_error(422))
        self.assertEqual(self.t.call('/cash', user=f' {first}\t').status, 200)
        self.assertEqual(self.t.call(f'/cash?x-user-id={first}', user=None).status, 400)
        unknown = self.t.call(SUMMARIES, user=UNKNOWN)
        self.assertTrue(unknown.is_api_error(401))
        self.assertIn('not found', unknown.json['error']['message'])
        for path in USER_PATHS:
            with self.subTest(path):
                self.assertNotEqual(self.t.call(path).json, self.t.call(path, user='second').json)

    def test_guides(self) -> None:
        answer = self.t.call(GUIDES)
        self.assertEqual(answer.fields['Cache-Control'], 'private, max-age=1800')
        self.assertIn('x-user-id', answer.fields['Vary'])
        guides = answer.json['data']
        for guide in guides:
            self.assertRegex(guide['id'], '^[a-f0-9]{24}$')
            self.assertEqual(guide['chapterCount'], int(guide['chapterCount']))
        self.assertEqual(len({guide['id'] for guide in guides}), len(guides))
        self.assertTrue(self.t.call(f'/learning-guides/{UNKNOWN}').is_api_error(404))
        slashed = 'f' * 12 + '%2f' + 'f' * 11
        for bad in ('x', UNKNOWN[1:], UNKNOWN + 'f', 'g' * 24, '%ff', '%00', '%2e%2e', slashed, 'f' * 1800):
            self.assertTrue(self.t.call(f'/learning-guides/{bad}').is_api_error(422), bad)
        self.assertTrue(self.t.call('/learning-guides/%zz').is_api_error(400))
        self.assertTrue(self.t.call(f'/learn/learning-guides/{guides[0]["id"]}').is_api_error(404))

    def test_summaries(self) -> None:
        for user in ('first', 'second'):
            body = self.t.call(SUMMARIES, user=user).json
            self.assertEqual(set(body['maxValueDifferences']), {'cash', 'savings', 'holdings', 'total'})
            self.assertEqual(len(body['data']), 8)
            for day in body['data']:
                texts = [member['displayValue'] for member in day['portfolio'].values()]
                texts += [day['portfolio']['savings'][name] for name in ('dailyInterest', 'unrealisedMonthlyInterest')]
                texts += [day['portfolio'][name]['upBy'] for name in ('holdings', 'total')]
                for text in texts:
                    self.assertRegex(text, r'\d')
                    self.assertRegex(text, '€|د')
                self.assertEqual(set(day['sentimentScore']), {'total', 'news', 'analyst', 'priceMomentum'})
                lists = day['performers']
                self.assertTrue(all('upBy' in each for each in lists['best']))
                self.assertTrue(all('downBy' in each for each in lists['worst']))
                self.assertFalse(any({'upBy', 'downBy'} <= each.keys() for each in lists['all']))
                for each in lists['all']:
                    self.assertRegex(each['weight'], r'\d')
                    self.assertRegex(each['weight'], '[%٪]')
        self.assertTrue(self.t.call(f'{SUMMARIES}?page=2').is_api_error(400))

    def test_notifications(self) -> None:
        known = {
            'app': [
                {'app_transactional'}, {'app_promotional'},
                {'app_learning_guide', 'app_analyst_insight', 'app_quick_take', 'app_daily_recap', 'app_weekly_review'},
            ],
            'email': [{'email_transactional'}, {'email_servicebites'}, {'email_promotional'}],
        }
        for user in ('first', 'second', new_user(self.t)):
            body = self.t.call(SETTINGS, user=user).json
            for channel, groups in known.items():
                found = [{item['id'] for item in group['notifications']} for group in body[channel]]
                for group in groups:
                    self.assertEqual(sum(group <= each for each in found), 1)

    def test_address(self) -> None:
        for code in (90210, '90210', 'LS1 4AP', 5.0):
            self.assertEqual(self.t.patch({'address': {**ADDRESS, 'postalCode': code}}).status, 204)
        for line2 in (None, 'x'):
            self.assertEqual(self.t.patch({'address': {**ADDRESS, 'line2': line2}}).status, 204)
        without = {name: value for name, value in ADDRESS.items() if name != 'line2'}
        self.assertEqual(self.t.patch({'address': without}).status, 204)
        before, others = self.t.stored(), self.t.stored('second')
        self.assertIsNone(before['line2'])
        wrong: list[Any] = [[], b'null', 5, 'x', {}, ADDRESS, [{'address': ADDRESS}]]
        wrong += [{'address': value} for value in (None, [], 'x', {})]
        for name in ADDRESS:
            odd = ({}, [], ['GB'], True, '\x00', ' ', 'x' * 500)
            wrong += [{'address': {**ADDRESS, name: value}} for value in odd]
        codes = ('gb', 'GBR', 'G', 'G1', 'ÄÖ', 'GB\n', '', 44)
        wrong += [{'address': {**ADDRESS, 'countryCode': code}} for code in codes]
        for body in wrong:
            with self.subTest(body):
                self.assertTrue(self.t.patch(body).is_api_error(422))
        for body in (b'', b'{', b'{"address":', b'\xff', b'\xef\xbb\xbf{}', b'NaN', b'[' * 15000, b'{"a":1,"a":2}',
                     b'9' * 9000, b"{'a':1}"):
            with self.subTest(body[:20]):
                self.assertTrue(self.t.patch(body).is_api_error(400))
        for kind in ('text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'text/json',
                     'application/json; charset=utf-16'):
            self.assertTrue(self.t.patch({'address': ADDRESS}, kind=kind).is_api_error(415))
        self.assertEqual((self.t.stored(), self.t.stored('second')), (before, others))
        self.assertEqual(self.t.patch({'address': before}, kind='Application/JSON;charset=UTF-8').status, 204)

    def test_orders(self) -> None:
        self.assertEqual(self.t.call(ORDERS, 'POST', ORDER).status, 202)
        changes = [{'amount': value} for value in (0, -1, '5', '5x', [], True)]
        changes += [{'isin': value} for value in ([], 'US0378331006', 'us0378331005')]
        changes += [{'side': value} for value in ({}, 'BUY', '')]
        for change in [*changes, {'more': 1}]:
            with self.subTest(change):
                self.assertTrue(self.t.call(ORDERS, 'POST', {**ORDER, **change}).is_api_error(422))
        self.assertTrue(self.t.call(ORDERS, 'POST', [ORDER]).is_api_error(422))
        self.assertTrue(self.t.call(ORDERS, 'POST', ORDER, kind=None).is_api_error(415))

    def test_declared(self) -> None:
        declared = json.loads((FOLDER / 'declared.json').read_text('utf-8'))
        for endpoint in declared['endpoints']:
            with self.subTest(endpoint['name']):
                path = endpoint['path'].format(**endpoint.get('pathSample', {}))
                user = 'first' if endpoint['takesUser'] else None
                method, sample = endpoint['method'], endpoint.get('sample')
                answer = self.t.call(path, method, sample, user=user)
                self.assertIn(answer.status, endpoint['statuses'])
                self.assertTrue(set(endpoint['responseSchema']['required']) <= answer.json.keys())
                self.assertEqual(self.t.call(path, method, sample, user=user, token=None).status, 401)
                if endpoint['scopes']:
                    self.assertTrue(self.t.call(path, method, sample, user=user, token=self.t.weak).is_api_error(403))
                for name in sample or {}:
                    self.assertTrue(self.t.call(path, method, {**sample, name: []}, user=user).is_api_error(422))

    def test_routes_and_methods(self) -> None:
        for path in ('/nothing', '/', '', '/cash/', '//cash', '/CASH', '/cash/..', '/%2e%2e/cash', '/cash%2f', '/%ff'):
            self.assertTrue(self.t.call(path).is_api_error(404), path)
        self.assertEqual(self.t.call('/c%61sh').status, 200)
        self.assertTrue(self.t.call('/cash', 'BREW').is_api_error(501))
        self.assertTrue(self.t.call('/cash', 'get').is_api_error(501))
        refused = self.t.call('/cash', 'DELETE')
        self.assertTrue(refused.is_api_error(405))
        self.assertEqual(refused.fields['Allow'], 'GET, HEAD')
        head = self.t.call('/cash', 'HEAD')
        self.assertEqual((head.status, head.bytes), (200, b''))
        self.assertEqual(self.t.call('/cash', body=b'ignored').status, 200)


class Wire(unittest.TestCase):
    """The HTTP layer, byte by byte."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.t = Target()
        cls.addClassCleanup(cls.t.close)

    def head(self, *more: str, target: str = '/cash', method: str = 'GET', version: str = 'HTTP/1.1') -> bytes:
        """The head of a request that would be accepted, and further lines."""
        lines = [f'{method} {self.t.base}{target} {version}', 'Host: x', f'Authorization: Bearer {self.t.token}']
        lines += [f'x-user-id: {self.t.first}']
        return ('\r\n'.join([*lines, *more]) + '\r\n\r\n').encode('latin-1')

    def status(self, data: bytes) -> int:
        """The status of the answer to bytes; a refusal has to be JSON."""
        received = self.t.raw(data)
        self.assertRegex(received, rb'^HTTP/1\.1 \d{3} ')
        if not received.startswith(b'HTTP/1.1 2'):
            json.loads(received.partition(b'\r\n\r\n')[2].splitlines()[0])
        return int(received[9:12])

    def test_violations(self) -> None:
        post = {'method': 'PATCH', 'target': '/users/me/address'}
        cases = {
            'bare LF': self.head('Connection: close').replace(b'\r\n', b'\n'),
            'NUL': self.head('A: \0'),
            'bare CR': self.head('A: a\rb'),
            'obs-fold': self.head('A: a', ' b'),
            'space before colon': self.head('A : b'),
            'empty name': self.head(': b'),
            'no colon': self.head('abc'),
            'two lengths': self.head('Content-Length: 1', 'Content-Length: 2', **post) + b'ab',
            'joined lengths': self.head('Content-Length: 1, 2', **post) + b'ab',
            'signed length': self.head('Content-Length: +1', **post) + b'a',
            'underscored length': self.head('Content-Length: 1_0', **post) + b'a' * 10,
            'length and coding': self.head('Content-Length: 5', 'Transfer-Encoding: chunked', **post) + b'0\r\n\r\n',
            'two hosts': self.head('Host: y'),
            'bad host': self.head().replace(b'Host: x', b'Host: x/y'),
            'no host': self.head().replace(b'Host: x\r\n', b''),
            'garbage': b'\x16\x03\x01\x02\x00\r\n\r\n',
            'HTTP/0.9': b'GET /\r\n',
            'extra space': self.head().replace(b'GET ', b'GET  '),
            'raw byte in target': self.head(target='/c\xe4sh'),
            'fragment': self.head(target='/cash#x'),
            'lower-case version': self.head(version='http/1.1'),
            'bad chunk': self.head('Transfer-Encoding: chunked', **post) + b'zz\r\n',
            'bad chunk end': self.head('Transfer-Encoding: chunked', **post) + b'1\r\nabc\r\n',
        }
        for name, data in cases.items():
            with self.subTest(name):
                self.assertEqual(self.status(data), 400)
        self.assertEqual(self.status(self.head(version='HTTP/2.0')), 505)
        self.assertEqual(self.status(self.head('Transfer-Encoding: gzip, chunked', **post)), 501)
        self.assertEqual(self.status(self.head('Expect: miracles', **post)), 417)

    def test_large(self) -> None:
        self.assertEqual(self.status(self.head(target='/' + 'a' * 100_000)), 414)
        self.assertEqual(self.status(self.head('A: ' + 'a' * 100_000)), 431)
        self.assertEqual(self.status(self.head(*[f'A{i}: a' for i in range(9000)])), 431)
        post = {'method': 'PATCH', 'target': '/users/me/address'}
        self.assertEqual(self.status(self.head('Content-Length: 2000000', **post) + b'a' * 2_000_000), 413)
        self.assertEqual(self.status(self.head(f'Content-Length: {"9" * 5000}', **post)), 413)
        self.assertEqual(self.status(self.head('Transfer-Encoding: chunked', **post) + b'FFFFFFFF\r\n'), 413)
        self.assertEqual(self.t.call('/cash').status, 200)

    def test_allowed(self) -> None:
        close = 'Connection: close'
        self.assertEqual(self.status(self.head(close)), 200)
        self.assertEqual(self.status(b'\r\n' + self.head(close)), 200)
        self.assertEqual(self.status(self.head(version='HTTP/1.0')), 200)
        absolute = self.head(close).replace(b'GET /', b'GET http://x/')
        self.assertEqual(self.status(absolute), 200)
        body = json.dumps({'address': ADDRESS}).encode()
        chunks = b'5;a=b\r\n%b\r\n%X\r\n%b\r\n0\r\nTrailer: x\r\n\r\n' % (body[:5], len(body) - 5, body[5:])
        kind = 'Content-Type: application/json'
        data = self.head(close, kind, 'Transfer-Encoding: Chunked', method='PATCH', target='/users/me/address') + chunks
        self.assertEqual(self.status(data), 204)
        waiting = self.head(close, kind, 'Expect: 100-continue', f'Content-Length: {len(body)}', method='PATCH',
                            target='/users/me/address') + body
        self.assertTrue(self.t.raw(waiting).startswith(b'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204'))
        self.assertEqual(self.t.raw(self.head() + self.head(close)).count(b'HTTP/1.1 200 OK'), 2)
        chunked = self.t.raw(self.head(close, target=GUIDES))
        self.assertIn(b'Transfer-Encoding: chunked', chunked)
        self.assertNotIn(b'chunked', self.t.raw(self.head(target=GUIDES, version='HTTP/1.0')))


class Defects(unittest.TestCase):
    """Each defect fails its own probe, and no other."""

    def test_listing(self) -> None:
        command = [sys.executable, '-B', 'server', '--defects']
        output = subprocess.run(command, cwd=FOLDER, capture_output=True, check=True)
        listing = json.loads(output.stdout)
        self.assertEqual({defect['name'] for defect in listing}, set(PROBES))
        self.assertEqual(len(listing), 30)
        table = re.sub(' +', ' ', (FOLDER / 'README.md').read_text('utf-8'))
        for defect in listing:
            self.assertIn(f'| {defect["name"]} | {defect["requirement"]} | {defect["what"]} |', table)

    def test_each(self) -> None:
        with ThreadPoolExecutor(2) as pool:
            for name, failed in zip(PROBES, pool.map(failures, PROBES)):
                with self.subTest(name):
                    self.assertEqual(failed, {name} | ALSO.get(name, set()))


def failures(defect: str) -> set[str]:
    """The probes that fail against a server with a defect."""
    target = Target('--defect', defect)
    try:
        return {name for name, check in PROBES.items() if not safely(check, target)}
    finally:
        target.close()


def safely(check: Callable[[Target], bool], target: Target) -> bool:
    """The verdict of a probe; an answer that cannot be read is a failure."""
    try:
        return check(target)
    except ValueError:
        return False


if __name__ == '__main__':
    unittest.main()
