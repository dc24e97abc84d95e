"""The users of the platform, and what each of them owns."""

from __future__ import annotations

import secrets
import threading
from dataclasses import dataclass, field
from typing import Any


@dataclass
class User:
    """One platform user."""

    id: str
    language: str
    currency: str
    address: dict[str, Any] | None = None
    cash: dict[str, float] = field(default_factory=dict)
    holdings: list[dict[str, Any]] = field(default_factory=list)
    vault: list[tuple[str, float]] = field(default_factory=list)
    muted: frozenset[str] = frozenset()


def _first() -> User:
    return User(
        id='64b7f0c2a9d1e83f5c06ab1d',
        language='ar',
        currency='AED',
        address={
            'line1': 'برج الياسمين، شقة ١٢',
            'line2': 'شارع الشيخ زايد',
            'city': 'دبي',
            'postalCode': '00000',
            'countryCode': 'AE',
        },
        cash={'AED': 15250.75, 'USD': 310.0},
        holdings=[
            {'asset': 'US0378331005', 'units': 42.5, 'price': 851.2, 'target': 40},
            {'asset': 'CH0038863350', 'units': 60, 'price': 388.15, 'target': 25.5},
            {'asset': 'IE00B4L5Y983', 'units': 75.125, 'price': 402.0, 'target': 34.5},
        ],
        vault=[('easy-access', 8000), ('fixed-12-months', 21500.5)],
        muted=frozenset({'app_promotional', 'email_promotional'}),
    )


def _second() -> User:
    return User(
        id='5e90d3b8f4c7216a0bde9f83',
        language='de',
        currency='EUR',
        address={
            'line1': 'Königsallee 27',
            'line2': 'Hinterhaus, 3. Etage',
            'city': 'Düsseldorf',
            'postalCode': '40212',
            'countryCode': 'DE',
        },
        cash={'EUR': 2480.1},
        holdings=[
            {'asset': 'DE0007164600', 'units': 12, 'price': 231.4, 'target': 55},
            {'asset': 'IE00B4L5Y983', 'units': 33.75, 'price': 101.25, 'target': 45},
        ],
        vault=[('easy-access', 1200.25)],
        muted=frozenset({'app_weekly_review', 'email_servicebites'}),
    )


class Users:
    """All users; addresses and accounts live as long as the process."""

    def __init__(self) -> None:
        self.first = _first()
        self.second = _second()
        self.lock = threading.Lock()
        self._all = {user.id: user for user in (self.first, self.second)}

    def find(self, user_id: str) -> User | None:
        """The user with this id."""
        with self.lock:
            return self._all.get(user_id)

    def create(self, language: str, currency: str, muted: frozenset[str]) -> User:
        """A new user, who owns nothing yet."""
        user = User(secrets.token_hex(12), language, currency, muted=muted)
        with self.lock:
            self._all[user.id] = user
        return user
