"""The user's physical address: overwritten as a whole, and read back."""

from __future__ import annotations

from typing import Any

from server import bodies
from server.answers import Response, json_answer
from server.call import Call
from server.data import User
from server.defects import point

_REQUIRED = {'line1', 'city', 'postalCode', 'countryCode'}


def checked(body: Any) -> dict[str, Any]:
    """The address of a request body, or a refusal."""
    address = bodies.members(body, 'body', {'address'})['address']
    address = point('address received', address)
    address = bodies.members(address, 'address', _REQUIRED, {'line2'})
    line2 = address.get('line2')
    return {
        'line1': bodies.text(address['line1'], 'address.line1'),
        'line2': None if line2 is None else bodies.text(line2, 'address.line2'),
        'city': bodies.text(address['city'], 'address.city'),
        'postalCode': _postal_code(address['postalCode']),
        'countryCode': bodies.text(address['countryCode'], 'address.countryCode', 2, '[A-Z]{2}'),
    }


def _postal_code(value: Any) -> str:
    """The postal code as a string, even if it was sent as a number."""
    if isinstance(value, str):
        return bodies.text(value, 'address.postalCode', 16)
    number = bodies.number(value, 'address.postalCode')
    if number < 0 or number != int(number):
        raise bodies.invalid('address.postalCode', 'has to be a whole number')
    return bodies.text(str(int(number)), 'address.postalCode', 16)


def store(user: User, address: dict[str, Any]) -> None:
    """Overwrites the address of a user."""
    user.address = point('address to store', address, user=user)


def update(call: Call) -> Response:
    """PATCH /users/me/address."""
    store(call.user, checked(call.body()))
    return Response(204)


def read(call: Call) -> Response:
    """GET /users/me/address."""
    return json_answer(200, {'address': call.user.address}, {'Cache-Control': 'no-store'})
