"""Investment products: one listed instrument. Needs no user."""

import re

from server.answers import Response, json_answer
from server.call import Call
from server.errors import Problem
from server.instruments import INSTRUMENTS, PATTERN


def one(call: Call) -> Response:
    """GET /investment-products/{isin}."""
    isin = call.parameters[0]
    if not re.fullmatch(PATTERN, isin):
        raise Problem(422, 'The ISIN is malformed')
    if isin not in INSTRUMENTS:
        raise Problem(404, 'This instrument is not listed')
    return json_answer(200, {'isin': isin, **INSTRUMENTS[isin]}, {'Cache-Control': 'no-store'})
