"""Daily summaries: eight days for a user with assets, none for a new user."""

from __future__ import annotations

import time
from typing import Any

from server.answers import Response, json_answer
from server.call import Call
from server.data import User
from server.defects import point
from server.wording import money, percent

DAYS = 8
_DAY = 86_400
_MIDNIGHT = int(time.time()) // _DAY * _DAY
_WEEKDAYS = {
    'ar': ('الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت', 'الأحد'),
    'de': ('Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'),
}
# Movement of each asset in percent, day by day. The fifth day has no loser. On the seventh, some assets do not move.
_MOVES = {
    'US0378331005': (1.2, -0.8, 0.4, 2.1, 0.3, -1.7, 0, 0.9),
    'CH0038863350': (-0.5, 0.6, -1.1, -0.2, 1.4, 0.7, -0.4, -0.6),
    'IE00B4L5Y983': (0.3, 0.2, 0.5, -0.4, 0.2, -0.9, 0.8, 0.1),
    'DE0007164600': (-1.5, 1.1, -0.3, 0.9, 0.6, 0.5, 0, -2.2),
    'cash-fund': (0.1, -0.1, 0.1, 0.1, 0.1, -0.1, 0.1, -0.1),
}
_LABELS = ('optimal', 'neutral', 'cautious')


def _performer(user: User, asset: str, worth: float, share: float, move: float) -> dict[str, Any]:
    performer = {
        'assetId': asset,
        'weight': percent(share, user.language),
        'value': money(worth, user.language, user.currency),
    }
    if move > 0:
        performer['upBy'] = percent(move, user.language)
    elif move < 0:
        performer['downBy'] = percent(-move, user.language)
    return performer


def _performers(user: User, day: int) -> dict[str, Any]:
    worths = {holding['asset']: holding['units'] * holding['price'] for holding in user.holdings}
    worths['cash-fund'] = 500.0
    whole = sum(worths.values())
    ranked = sorted(worths, key=lambda asset: -_MOVES[asset][day])
    made = {asset: _performer(user, asset, worths[asset], 100 * worths[asset] / whole, _MOVES[asset][day])
            for asset in ranked}
    return {
        'worst': [made[asset] for asset in reversed(ranked) if _MOVES[asset][day] < 0][:3],
        'best': [made[asset] for asset in ranked if _MOVES[asset][day] > 0][:3],
        'all': [made[asset] for asset in ranked],
    }


def _values(user: User, day: int) -> dict[str, int | float]:
    holdings = sum(holding['units'] * holding['price'] * (1 + _MOVES[holding['asset']][day] / 100)
                   for holding in user.holdings)
    parts = {
        'cash': int(user.cash[user.currency]) - 10 * day,
        'savings': sum(amount for _, amount in user.vault),
        'holdings': round(holdings, 4),
    }
    return {**parts, 'total': round(sum(parts.values()), 2)}


def _portfolio(user: User, values: dict[str, int | float], day: int) -> dict[str, Any]:
    def text(value: float) -> str:
        return money(value, user.language, user.currency)

    portfolio = {
        name: {'value': value, 'displayValue': text(value), 'key': name, 'currency': user.currency}
        for name, value in values.items()
    }
    portfolio['savings'] |= {
        'dailyInterest': text(values['savings'] * 0.0001),
        'unrealisedMonthlyInterest': text(values['savings'] * 0.0001 * (day + 1)),
    }
    change = sum(holding['units'] * holding['price'] * _MOVES[holding['asset']][day] / 100
                 for holding in user.holdings)
    portfolio['holdings']['upBy'] = text(change)
    portfolio['total']['upBy'] = text(change + 0.05)
    return portfolio


def _day(user: User, day: int) -> dict[str, Any]:
    moment = _MIDNIGHT - (DAYS - 1 - day) * _DAY
    date = time.gmtime(moment)
    scores = {
        name: {'score': score, 'label': _LABELS[(day + offset) % len(_LABELS)]}
        for offset, (name, score) in enumerate(
            (('total', 71 + day), ('news', 64.25), ('analyst', -3.5), ('priceMomentum', 0))
        )
    }
    return {
        'chartLabel': f'{_WEEKDAYS[user.language][date.tm_wday]}\n{date.tm_mday}.{date.tm_mon}.',
        'timestamp': moment * 1000,
        'portfolio': _portfolio(user, _values(user, day), day),
        'performers': _performers(user, day),
        'sentimentScore': scores,
    }


def listing(call: Call) -> Response:
    """GET /daily-summaries."""
    user = call.user
    days: list[dict[str, Any]] = []
    differences: dict[str, int | float] = {'cash': 0, 'savings': 0, 'holdings': 0, 'total': 0}
    if user.holdings:
        days = [point('day', _day(user, day), index=day, count=DAYS, user=user, users=call.users)
                for day in range(DAYS)]
        seen = [_values(user, day) for day in range(DAYS)]
        for name in differences:
            differences[name] = round(max(v[name] for v in seen) - min(v[name] for v in seen), 4)
    body = {'maxValueDifferences': differences, 'data': days}
    return json_answer(200, body, {'Cache-Control': 'private, no-store'}, chunked=True, indent=None)
