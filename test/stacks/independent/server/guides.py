"""Learning guides: the catalogue, which is cached for half an hour, and the single guide."""

from __future__ import annotations

import re
import threading
import time
from typing import Any

from server.answers import Response, json_answer
from server.call import Call
from server.data import User
from server.defects import point
from server.errors import Problem
from server.guide_texts import GUIDES

LIFETIME = 1800
DEFAULT_LANGUAGE = 'de'
_IMAGES = 'https://cdn.investing.example/guides'
_ICON = 'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E'
_ID = re.compile('[a-f0-9]{24}')
_cache: dict[str, tuple[float, list[dict[str, Any]]]] = {}
_lock = threading.Lock()


def _summary(index: int, language: str) -> dict[str, Any]:
    guide_id, category, slug, chapters, colour, cover, *texts = GUIDES[index]
    title, description = texts[:2] if language == 'ar' else texts[2:]
    summary = {
        'slug': slug,
        'id': guide_id,
        'key': category,
        'contentType': 'LEARNING_GUIDE',
        'chapterCount': chapters,
        'title': title,
        'description': description,
        'backgroundColor': colour,
        'guideIconURL': _ICON if index == 4 else f'{_IMAGES}/{slug}/icon.png',
        'mobileCoverImageURL': f'{_IMAGES}/{slug}/mobile%20cover.webp?w=390&dpr=2',
        'webCoverImageURL': f'{_IMAGES}/{slug}/web.webp' if cover else None,
        'readingMinutes': chapters * 2.5,
        'badge': None,
    }
    if index == 12:
        del summary['mobileCoverImageURL']
    return point('guide summary', summary, index=index)


def _language(user: User | None) -> str:
    return user.language if user else DEFAULT_LANGUAGE


def _catalogue(language: str) -> list[dict[str, Any]]:
    key = point('guides cache key', language)
    with _lock:
        made, items = _cache.get(key, (0.0, []))
        if not items or time.monotonic() - made > LIFETIME:
            items = [_summary(index, language) for index in range(len(GUIDES))]
            _cache[key] = (time.monotonic(), items)
        return list(items)


def _fields(language: str) -> dict[str, str]:
    return {
        'Cache-Control': f'private, max-age={LIFETIME}',
        'Vary': 'x-user-id, authorization',
        'Content-Language': language,
    }


def listing(call: Call) -> Response:
    """GET /learn/learning-guides."""
    language = _language(call.user)
    items = point('guides order', _catalogue(language))
    body = {'meta': {'count': len(items), 'language': language}, 'data': items}
    return json_answer(200, body, _fields(language), chunked=True, escaped=True, indent=1)


def one(call: Call) -> Response:
    """GET /learning-guides/{id}."""
    guide_id = point('guide id', call.parameters[0])
    if not _ID.fullmatch(guide_id):
        raise Problem(422, 'The id of the guide is malformed')
    language = _language(call.user)
    index = next((index for index, guide in enumerate(GUIDES) if guide[0] == guide_id), None)
    index = point('guide index', index, count=len(GUIDES))
    if index is None:
        raise Problem(404, 'There is no such guide')
    guide = _summary(index, language)
    guide['chapters'] = [
        {'number': number, 'heading': f'{guide["title"]} ({number})', 'html': '<p>…</p>'}
        for number in range(1, int(guide['chapterCount']) + 1)
    ]
    return json_answer(200, {'guide': guide}, _fields(language))
