"""Cash balances and portfolios."""

from __future__ import annotations

import time

from server.answers import Response, json_answer
from server.call import Call
from server.defects import point
from server.wording import money, percent

_PRIVATE = {'Cache-Control': 'no-store'}


def cash(call: Call) -> Response:
    """GET /cash: an array, one element a currency."""
    user = point('user of cash', call.user)
    balances = [
        {'currency': currency, 'available': amount, 'pending': 0, 'text': money(amount, user.language, currency)}
        for currency, amount in user.cash.items()
    ]
    return json_answer(200, balances, dict(_PRIVATE))


def portfolios(call: Call) -> Response:
    """GET /portfolios."""
    user = call.user
    worth = sum(holding['units'] * holding['price'] for holding in user.holdings)
    holdings = [
        {
            'isin': holding['asset'],
            'units': holding['units'],
            'price': {'currency': user.currency, 'amount': holding['price']},
            'share': percent(100 * holding['units'] * holding['price'] / worth, user.language),
            'targetAllocation': holding['target'],
            'returns': {'1M': 0.0125, '1Y': 0.081, 'max': None},
        }
        for holding in user.holdings
    ]
    body = {'asOf': time.time(), 'portfolio': {'holdings': holdings, 'worth': round(worth, 2)}}
    return json_answer(200, body, dict(_PRIVATE), indent=None)
