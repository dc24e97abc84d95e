"""The savings vault, and orders that fill or empty it."""

from __future__ import annotations

import secrets

from server import bodies
from server.answers import Response, json_answer
from server.call import Call

PRODUCTS = 'easy-access|fixed-12-months'


def vault(call: Call) -> Response:
    """GET /savings-vault."""
    user = call.user
    balances = [{'product': name, 'balance': amount, 'currency': user.currency} for name, amount in user.vault]
    return json_answer(200, {'balances': balances}, {'Cache-Control': 'no-store'})


def order(call: Call) -> Response:
    """POST /savings/orders."""
    body = bodies.members(call.body(), 'body', {'product', 'direction', 'amount'}, {'note'})
    if 'note' in body:
        bodies.text(body['note'], 'body.note')
    placed = {
        'number': secrets.randbelow(10**9),
        'product': bodies.text(body['product'], 'body.product', 40, PRODUCTS),
        'direction': bodies.text(body['direction'], 'body.direction', 10, 'top-up|withdrawal'),
        'amount': bodies.positive(body['amount'], 'body.amount'),
        'state': 'accepted',
    }
    return json_answer(201, placed, {'Cache-Control': 'no-store'})
