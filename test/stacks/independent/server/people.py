"""Creation of users. Needs no user, and returns one."""

from __future__ import annotations

from server import bodies
from server.answers import Response, json_answer
from server.call import Call

_CURRENCIES = {'ar': 'AED', 'de': 'EUR'}


def create(call: Call) -> Response:
    """POST /users."""
    body = bodies.members(call.body(), 'body', {'firstName', 'lastName', 'email', 'language'})
    bodies.text(body['firstName'], 'body.firstName')
    bodies.text(body['lastName'], 'body.lastName')
    bodies.text(body['email'], 'body.email', 120, r'[^@ ]+@[^@ ]+')
    language = bodies.text(body['language'], 'body.language', 2, 'ar|de')
    user = call.users.create(language, _CURRENCIES[language], frozenset())
    return json_answer(201, {'user': {'id': user.id, 'language': language}}, {'Cache-Control': 'no-store'})
