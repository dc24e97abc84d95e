"""Investment orders: accepted now, executed later."""

from __future__ import annotations

import uuid

from server import bodies
from server.answers import Response, json_answer
from server.call import Call
from server.instruments import INSTRUMENTS, PATTERN, checks


def place(call: Call) -> Response:
    """POST /api/m2m/investments/orders."""
    body = bodies.members(call.body(), 'body', {'isin', 'side', 'amount'})
    isin = bodies.text(body['isin'], 'body.isin', 12, PATTERN)
    if not checks(isin):
        raise bodies.invalid('body.isin', 'has a wrong check digit')
    side = bodies.text(body['side'], 'body.side', 4, 'buy|sell')
    amount = bodies.positive(body['amount'], 'body.amount')
    transaction = {
        'id': uuid.uuid4().hex,
        'state': 'QUEUED',
        'isin': isin,
        'side': side,
        'amount': amount,
        'instrument': INSTRUMENTS.get(isin),
        'fees': 0.0,
    }
    return json_answer(202, {'transaction': transaction}, {'Cache-Control': 'no-store'})
