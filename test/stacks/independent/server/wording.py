"""Numbers and money as people read them: Arabic (with its own digits) and German."""

from __future__ import annotations

_ARABIC = str.maketrans('0123456789,.', '٠١٢٣٤٥٦٧٨٩٬٫')
_GERMAN = str.maketrans(',.', '.,')
_SYMBOLS = {'AED': 'د.إ.', 'EUR': '€', 'USD': '$', 'CHF': 'CHF'}


def figure(value: float, language: str, digits: int = 2) -> str:
    """A grouped decimal number."""
    plain = f'{abs(value):,.{digits}f}'
    sign = '\u2212' if value < 0 else ''
    return sign + plain.translate(_ARABIC if language == 'ar' else _GERMAN)


def money(value: float, language: str, currency: str) -> str:
    """An amount with its currency sign, which follows it in both languages."""
    mark = '\u200f' if language == 'ar' else ''
    return f'{mark}{figure(value, language)}\u00a0{_SYMBOLS[currency]}'


def percent(value: float, language: str) -> str:
    """A percentage."""
    return figure(value, language, 1) + ('٪\u061c' if language == 'ar' else '\u00a0%')
