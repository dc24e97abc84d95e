"""The API on Flask. STACK_TOGGLE names the fault or variation that is on."""

import functools
import json
import os
import re
import time
import uuid

import jwt
from flask import Flask, Response, g, jsonify, request
from flask_caching import Cache
from werkzeug.exceptions import HTTPException

TOGGLE, ISSUER, AUDIENCE = (os.environ[f'STACK_{name}'] for name in ('TOGGLE', 'ISSUER', 'AUDIENCE'))
with open(os.environ['STACK_CONTENT'], encoding='utf-8') as file:
    CONTENT = json.load(file)


def on(toggle):
    return TOGGLE == toggle


app = Flask(__name__)
app.url_map.merge_slashes = False
app.url_map.strict_slashes = not on('guard-by-path')
app.json.sort_keys = False
keys = jwt.PyJWKClient(os.environ['STACK_JWKS_URL'])
cache = Cache(app, config={'CACHE_TYPE': 'SimpleCache', 'CACHE_DEFAULT_TIMEOUT': 1800})


class Refusal(Exception):
    """Ends a request with an ApiError."""

    def __init__(self, status, message, description=None):
        super().__init__(message)
        self.status, self.message, self.description = status, message, description


def api_error(status, message, description=None, response_id=str(uuid.uuid4())):
    if not on('default-argument'):
        response_id = str(uuid.uuid4())
    response = jsonify(
        status=status, error={'message': message, 'description': description}, responseId=response_id
    )
    response.status_code = status
    response.headers['Cache-Control'] = 'no-store'
    if on('problem-json'):
        response.mimetype = 'application/problem+json'
    if status == 401:
        response.headers['WWW-Authenticate'] = 'Bearer realm="m2m"'
    return response


@app.before_request
def refuse_encoded_slash():
    """Refuses `%2F`: WSGI decodes the path, so it would separate segments."""
    if '%2f' in request.environ['RAW_URI'].lower().partition('?')[0]:
        raise Refusal(404, 'Not Found')


@app.errorhandler(Refusal)
def refused(refusal):
    return api_error(refusal.status, refusal.message, refusal.description)


def failed(error):
    """Werkzeug's own refusals (404, 405) and crashes (500) would be HTML pages."""
    return api_error(error.code, error.name)


handled = {'werkzeug-pages': (), 'bad-request-page': (404, 405)}.get(TOGGLE, (HTTPException,))
for status in handled:
    app.register_error_handler(status, failed)


def claims_of(header):
    """The claims of the bearer token. Each part must be base64url: PyJWT skips other characters."""
    if on('header-split'):
        token = header.split(' ')[1]
    else:
        part = r'[^.\s]+' if on('lenient-base64') else r'[A-Za-z0-9_-]+'
        match = re.fullmatch(rf'(?i:bearer) +({part}\.{part}\.{part})', header or '')
        if match is None:
            raise Refusal(401, 'Bearer token missing or malformed')
        token = match[1]
    if on('decode-only'):
        return jwt.decode(token, options={'verify_signature': False, 'verify_exp': True})
    embedded = jwt.get_unverified_header(token).get('jwk') if on('embedded-key') else None
    key = (jwt.PyJWK(embedded) if embedded else keys.get_signing_key_from_jwt(token)).key
    options = {'require': ['exp', 'iss', 'aud']}
    return jwt.decode(token, key, algorithms=['RS256'], audience=AUDIENCE, issuer=ISSUER, options=options)


def authenticate(scope):
    try:
        claims = claims_of(request.headers.get('Authorization'))
    except jwt.PyJWTError as error:
        raise Refusal(401, 'Bearer token invalid') from error
    if scope and scope not in claims.get('scope', '').split():
        raise Refusal(403, 'Access denied', f'The token lacks the scope {scope}.')


def identify(required):
    """The user of x-user-id. `$` would match before a final line break as well, so `fullmatch`."""
    user_id = request.headers.get('X-User-Id')
    if user_id is None and not required:
        return None
    if user_id is None or not re.fullmatch('[a-f0-9]{24}', user_id):
        raise Refusal(400, 'x-user-id missing or malformed')
    if user_id not in CONTENT['users']:
        if request.path == '/daily-summaries':
            raise Refusal(401, 'User not found')
        raise Refusal(404, 'User not found')
    return user_id


current_user = None
PROTECTED = re.compile('/(learn|learning-guides|users|b2b|api)/[^/].*[^/]|/(cash|portfolios|daily-summaries|users/me)')


def guarded(scope=None, user='required'):
    """Checks token, scope and user, in this order, before the view."""

    def decorate(view):
        @functools.wraps(view)
        def wrapper(**arguments):
            global current_user
            if not on('guard-by-path') or PROTECTED.fullmatch(request.path):
                authenticate(scope)
            g.user = current_user = identify(user == 'required')
            if on('user-in-global'):
                time.sleep(0.005)  # Waits for the database, while other threads go on.
                g.user = current_user
            return view(**arguments)

        return wrapper

    return decorate


def language_of(user):
    return CONTENT['users'][user]['language'] if user else 'en'


@functools.lru_cache(maxsize=None)
def listing_of_first_caller(_resource='guides'):
    return CONTENT['guides'][language_of(g.user)]


def listing():
    content = listing_of_first_caller() if on('lru-cache') else CONTENT['guides'][language_of(g.user)]
    response = jsonify(content)
    response.cache_control.private = True
    response.cache_control.max_age = 1800
    response.vary.add('*' if on('vary-star') else 'x-user-id')
    return response


if on('cached-above-guard'):
    app.get('/learn/learning-guides')(cache.cached()(guarded(scope='service:nbg')(listing)))
elif on('cached-by-path'):
    app.get('/learn/learning-guides')(guarded(scope='service:nbg')(cache.cached()(listing)))
elif on('cached-by-user'):
    by_user = cache.cached(make_cache_key=lambda *_, **__: f'guides/{g.user}')
    app.get('/learn/learning-guides')(guarded(scope='service:nbg')(by_user(listing)))
else:
    app.get('/learn/learning-guides')(guarded(scope='service:nbg')(listing))


def private(content):
    response = jsonify(content)
    response.headers['Cache-Control'] = 'no-store'
    return response


@app.get('/learning-guides/<guide_id>')
@guarded(scope='service:nbg', user='optional')
def guide(guide_id):
    if not re.fullmatch('[a-f0-9]{24}', guide_id):
        raise Refusal(400, 'Malformed guide id')
    language = language_of(g.user)
    for summary in CONTENT['guides'][language]['data']:
        if summary['id'] == guide_id:
            return private({**summary, 'chapters': CONTENT['chapters'][language][guide_id]})
    raise Refusal(404, 'Guide not found')


@app.get('/learn/analyst-insights')
@guarded()
def insights():
    return private(CONTENT['insights'][language_of(g.user)])


@app.get('/daily-summaries')
@guarded()
def summaries():
    if CONTENT['users'][g.user]['summariesDenied']:
        raise Refusal(403, 'Access denied')
    return private(CONTENT['summaries'][g.user])


@app.get('/b2b/notification-settings')
@guarded()
def notifications():
    return private(CONTENT['notifications'][g.user])


def own(resource):
    return lambda: private(CONTENT[resource][g.user])


app.get('/cash', endpoint='cash')(guarded()(own('cash')))
app.get('/portfolios', endpoint='portfolios')(guarded()(own('portfolios')))


def refuse_constant(name):
    raise ValueError(f'{name} is not JSON')


def json_body():
    """The body, strictly by RFC 8259: `json` accepts NaN, and detects UTF-16 in bytes."""
    if on('bad-request-page'):
        return request.get_json()
    if on('force-json'):
        return request.get_json(force=True)
    if request.mimetype != 'application/json' or request.content_encoding:
        raise Refusal(415, 'Unsupported media type')
    try:
        if on('utf-16-detected'):
            return json.loads(request.get_data(), parse_constant=refuse_constant)
        return json.loads(request.get_data().decode('utf-8'), parse_constant=refuse_constant)
    except RecursionError as error:
        if on('recursion-uncaught'):
            raise
        raise Refusal(400, 'Body nested too deeply') from error
    except ValueError as error:
        raise Refusal(400, 'Malformed JSON', str(error)) from error


def is_line(value):
    return isinstance(value, str) and 0 < len(value) <= 200


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_postal_code(value):
    return is_line(value) or is_number(value) and 0 <= value < 1e15


def is_country_code(value):
    match = re.match('^[A-Z]{2}$', value) if on('dollar') else re.fullmatch('[A-Z]{2}', value)
    return match is not None


def check_address(body):
    if on('address-unchecked'):
        return {name: body['address'][name] for name in ('line1', 'line2', 'city', 'postalCode', 'countryCode')}
    address = body.get('address') if isinstance(body, dict) else None
    if not isinstance(address, dict):
        raise Refusal(422, 'address is missing or not an object')
    valid = (
        is_line(address.get('line1'))
        and isinstance(address.get('line2', ''), str)
        and is_line(address.get('city'))
        and is_postal_code(address.get('postalCode'))
        and isinstance(address.get('countryCode'), str)
        and is_country_code(address['countryCode'])
    )
    if not valid:
        raise Refusal(422, 'A member of address is missing or invalid')
    return {name: address[name] for name in ('line1', 'line2', 'city', 'postalCode', 'countryCode') if name in address}


@app.patch('/users/me/address')
@guarded()
def update_address():
    address = check_address(json_body())
    if on('shared-dict'):
        next(iter(CONTENT['addresses'].values())).update(address)
        CONTENT['addresses'] = dict.fromkeys(CONTENT['addresses'], next(iter(CONTENT['addresses'].values())))
    else:
        CONTENT['addresses'][g.user] = address
    return ('', 204) if on('no-content') else private({'address': address})


@app.get('/users/me')
@guarded()
def me():
    return private({'address': CONTENT['addresses'][g.user]})


@app.post('/api/m2m/investments/orders')
@guarded()
def order():
    body = json_body()
    if not isinstance(body, dict):
        raise Refusal(422, 'The body is not an object')
    isin, side, amount = (body.get(name) for name in ('isin', 'side', 'amount'))
    if not (isinstance(isin, str) and re.fullmatch('[A-Z]{2}[A-Z0-9]{9}[0-9]', isin)):
        raise Refusal(422, 'isin is invalid')
    if side not in ('buy', 'sell') or not is_number(amount) or not 0 < amount <= 1_000_000:
        raise Refusal(422, 'side or amount is invalid')
    transaction = {'id': str(uuid.uuid4()), 'isin': isin, 'side': side, 'amount': amount, 'status': 'accepted'}
    response = private({'transaction': transaction})
    response.status_code = 201
    return response
