"""The listed instruments, and their numbers."""

INSTRUMENTS = {
    'US0378331005': {'name': 'Apple Inc.', 'ticker': 'AAPL', 'kind': 'share', 'currency': 'USD'},
    'DE0007164600': {'name': 'SAP SE', 'ticker': 'SAP', 'kind': 'share', 'currency': 'EUR'},
    'CH0038863350': {'name': 'Nestlé S.A.', 'ticker': 'NESN', 'kind': 'share', 'currency': 'CHF'},
    'IE00B4L5Y983': {'name': 'Core MSCI World', 'ticker': 'SWDA', 'kind': 'fund', 'currency': 'USD'},
}
PATTERN = '[A-Z]{2}[A-Z0-9]{9}[0-9]'


def checks(isin: str) -> bool:
    """Whether the check digit of a well-formed ISIN is right."""
    digits = ''.join(str(int(character, 36)) for character in isin)
    total = 0
    for place, digit in enumerate(reversed(digits)):
        doubled = int(digit) * (1 + place % 2)
        total += doubled // 10 + doubled % 10
    return total % 10 == 0
