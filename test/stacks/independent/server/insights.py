"""Analyst insights in the user's language."""

from server.answers import Response, json_answer
from server.call import Call
from server.defects import point

_TEXTS = {
    'ar': (
        ('أسعار الفائدة', 'يتوقع محللونا خفضًا واحدًا هذا العام.'),
        ('قطاع التقنية', 'أرباح قوية رغم التقييمات المرتفعة.'),
    ),
    'de': (
        ('Leitzinsen', 'Unsere Fachleute erwarten für dieses Jahr höchstens eine Senkung.'),
        ('Technologiewerte', 'Kräftige Gewinne trotz hoher Bewertungen.'),
    ),
}


def listing(call: Call) -> Response:
    """GET /learn/analyst-insights."""
    items = [
        {'number': number, 'headline': headline, 'text': text, 'assets': []}
        for number, (headline, text) in enumerate(_TEXTS[call.user.language], 1)
    ]
    items = point('insights', items, query=call.request.query)
    fields = {'Cache-Control': 'private, max-age=60', 'Vary': 'x-user-id'}
    return json_answer(200, {'insights': items, 'next': None}, fields)
