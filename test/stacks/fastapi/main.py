"""The API on FastAPI. STACK_TOGGLE names the fault or variation that is on."""

import asyncio
import functools
import json
import os
import re
import urllib.request
import uuid
from typing import Union

from fastapi import Depends, FastAPI, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.security import HTTPBearer
from jose import JWTError, jwt
from pydantic import BaseModel, StrictFloat, StrictInt, StrictStr, ValidationError, conint, constr
from starlette.exceptions import HTTPException as RoutingError

TOGGLE, ISSUER, AUDIENCE = (os.environ[f'STACK_{name}'] for name in ('TOGGLE', 'ISSUER', 'AUDIENCE'))
with open(os.environ['STACK_CONTENT'], encoding='utf-8') as file:
    CONTENT = json.load(file)


def on(toggle):
    return TOGGLE == toggle


app = FastAPI()
app.router.redirect_slashes = on('redirect-slashes')


def refusal(status, message, description=None):
    headers = {'WWW-Authenticate': 'Bearer realm="m2m"'} if status == 401 else {}
    return HTTPException(status, (message, description), headers)


async def api_error(_request, error):
    message, description = error.detail if isinstance(error.detail, tuple) else (error.detail, None)
    body = {
        'status': error.status_code,
        'error': {'message': message, 'description': description},
        'responseId': str(uuid.uuid4()),
    }
    headers = {**(error.headers or {}), 'Cache-Control': 'no-store'}
    return JSONResponse(body, error.status_code, headers)


async def unprocessable(request, error):
    return await api_error(request, refusal(422, 'Invalid request', str(error)))


async def crashed(request, _error):
    return await api_error(request, refusal(500, 'Internal error'))


app.add_exception_handler(Exception, crashed)
# Starlette raises its own class for 404 and 405.
app.add_exception_handler(HTTPException if on('default-not-found') else RoutingError, api_error)
if not on('default-validation'):
    app.add_exception_handler(RequestValidationError, unprocessable)


@functools.lru_cache
def key_set():
    with urllib.request.urlopen(os.environ['STACK_JWKS_URL']) as response:
        return json.load(response)


def claims_of(header):
    """The claims of the bearer token. python-jose skips bytes outside base64url, and accepts a token without aud."""
    match = re.fullmatch(r'(?i:bearer) +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)', header or '')
    if match is None:
        raise refusal(401, 'Bearer token missing or malformed')
    options = {'require_exp': True, 'require_iss': True, 'require_aud': True}
    try:
        if on('unverified-claims'):
            return jwt.get_unverified_claims(match[1])
        return jwt.decode(match[1], key_set(), ['RS256'], options, audience=AUDIENCE, issuer=ISSUER)
    except JWTError as error:
        raise refusal(401, 'Bearer token invalid') from error


def identify(request, required):
    """The user of x-user-id. `headers.get` would return the first of several lines."""
    lines = request.headers.getlist('x-user-id')
    if not lines and not required:
        return None
    if len(lines) != 1 or not re.fullmatch('[a-f0-9]{24}', lines[0]):
        raise refusal(400, 'x-user-id missing or malformed')
    if lines[0] not in CONTENT['users']:
        status = 401 if request.url.path == '/daily-summaries' else 404
        raise refusal(status, 'User not found')
    return lines[0]


current = {}


def guarded(scope=None, required=True, token=True):
    """Checks token, scope and user, in this order. A dependency that returns the user."""

    async def admit(request: Request):
        if b'%2f' in request.scope['raw_path'].lower():
            raise refusal(404, 'Not Found')
        if on('http-bearer'):
            await HTTPBearer()(request)
        claims = claims_of(request.headers.get('authorization')) if token else {}
        if scope and scope not in claims.get('scope', '').split():
            raise refusal(403, 'Access denied', f'The token lacks the scope {scope}.')
        if not on('user-in-module'):
            return identify(request, required)
        current['user'] = identify(request, required)
        await asyncio.sleep(0.005)  # Awaits the database, while other requests go on.
        return current['user']

    return Depends(admit)


def reply(content, status=200, **headers):
    return JSONResponse(content, status, {'Cache-Control': 'no-store', **headers})


def language_of(user):
    return CONTENT['users'][user]['language'] if user else 'en'


listings = {}


@app.get('/learn/learning-guides')
async def listing(user=guarded('service:nbg')):
    guides = CONTENT['guides'][language_of(user)]
    if on('cached-by-user'):
        guides = listings.setdefault(user, guides)
    return reply(guides, **{'Cache-Control': 'private, max-age=1800', 'Vary': 'x-user-id'})


@app.get('/learning-guides/{guide_id}')
async def guide(guide_id: str, user=guarded('service:nbg', required=False)):
    if not re.fullmatch('[a-f0-9]{24}', guide_id):
        raise refusal(400, 'Malformed guide id')
    language = language_of(user)
    for summary in CONTENT['guides'][language]['data']:
        if summary['id'] == guide_id:
            return reply({**summary, 'chapters': CONTENT['chapters'][language][guide_id]})
    raise refusal(404, 'Guide not found')


@app.get('/learn/analyst-insights')
async def insights(user=guarded()):
    return reply(CONTENT['insights'][language_of(user)])


@app.get('/daily-summaries')
async def summaries(user=guarded()):
    if CONTENT['users'][user]['summariesDenied']:
        raise refusal(403, 'Access denied')
    return reply(CONTENT['summaries'][user])


@app.get('/b2b/notification-settings')
async def notifications(user=guarded()):
    return reply(CONTENT['notifications'][user])


@app.get('/cash')
async def cash(user=guarded()):
    return reply(CONTENT['cash'][user])


@app.get('/portfolios')
async def portfolios(user=guarded(token=not on('dependency-forgotten'))):
    return reply(CONTENT['portfolios'][user])


@app.get('/users/me')
async def me(user=guarded()):
    return reply({'address': CONTENT['addresses'][user]})

Line = constr(strict=True, min_length=1, max_length=200)
Number = Union[conint(strict=True, ge=0, lt=10**15), StrictFloat]


class Address(BaseModel):
    """Strict types: pydantic converts numbers to strings and the reverse. `$` would match before a line break."""

    line1: Line
    line2: StrictStr = ''
    city: Line
    postalCode: Union[int, str] if on('union-coercion') else Union[Number, Line]
    countryCode: constr(strict=True, regex='^[A-Z]{2}$' if on('dollar') else r'^[A-Z]{2}\Z')


class AddressUpdate(BaseModel):
    address: Address


class Order(BaseModel):
    isin: constr(strict=True, regex=r'^[A-Z]{2}[A-Z0-9]{9}[0-9]\Z')
    side: constr(strict=True, regex=r'^(buy|sell)\Z')
    amount: Union[StrictInt, StrictFloat]


def refuse_constant(name):
    raise ValueError(f'{name} is not JSON')


def body_of(model):
    """The body as a model. FastAPI's own reading accepts NaN, UTF-16, and a body without Content-Type."""

    async def read(request: Request, _user=guarded()):
        kind, _, parameters = request.headers.get('content-type', '').lower().partition(';')
        charset = re.fullmatch(r'\s*(charset="?utf-8"?)?\s*', parameters)
        if kind.strip() != 'application/json' or not charset or 'content-encoding' in request.headers:
            raise refusal(415, 'Unsupported media type')
        try:
            text = (await request.body()).decode('utf-8')
            value = json.loads(text, parse_constant=refuse_constant)
            if not on('lone-surrogate'):
                json.dumps(value, ensure_ascii=False).encode('utf-8')  # "\ud800" cannot be sent back.
            return model.parse_obj(value)
        except ValidationError as error:
            raise refusal(422, 'Invalid request', str(error)) from error
        except (ValueError, RecursionError) as error:
            raise refusal(400, 'Malformed JSON') from error

    return Depends(read)


def save(user, address):
    number = address.postalCode
    if isinstance(number, float) and not 0 <= number < 1e15:
        raise refusal(422, 'postalCode is invalid')
    CONTENT['addresses'][user] = address.dict(exclude_unset=True)
    return Response(status_code=204) if on('no-content') else reply({'address': CONTENT['addresses'][user]})


if on('body-parameter') or on('default-validation'):

    @app.patch('/users/me/address')
    async def update_address(body: AddressUpdate, user=guarded()):
        return save(user, body.address)
else:

    @app.patch('/users/me/address')
    async def update_address(user=guarded(), body=body_of(AddressUpdate)):
        return save(user, body.address)


@app.post('/api/m2m/investments/orders')
async def order(_user=guarded(), body=body_of(Order)):
    if not 0 < body.amount <= 1_000_000:
        raise refusal(422, 'amount is invalid')
    return reply({'transaction': {'id': str(uuid.uuid4()), **body.dict(), 'status': 'accepted'}}, 201)
