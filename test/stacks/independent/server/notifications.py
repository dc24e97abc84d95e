"""Notification settings: every known notification, a few of our own, localised."""

from __future__ import annotations

from typing import Any

from server.answers import Response, json_answer
from server.call import Call
from server.data import User
from server.defects import point

_CATEGORIES = {
    'activity': ('النشاط', 'Aktivität'),
    'insights': ('رؤى السوق', 'Marktberichte'),
    'offers': ('العروض', 'Angebote'),
    'newsletters': ('النشرات الإخبارية', 'Rundbriefe'),
    'security': ('الأمان', 'Sicherheit'),
}
_NAMES = {
    'transactional': ('العمليات', 'Umsätze'),
    'learning_guide': ('الأدلة التعليمية', 'Lernpfade'),
    'analyst_insight': ('آراء المحللين', 'Einschätzungen der Fachleute'),
    'quick_take': ('نظرة سريعة', 'Kurz gefasst'),
    'daily_recap': ('الملخص اليومي', 'Tagesrückblick'),
    'weekly_review': ('المراجعة الأسبوعية', 'Wochenrückblick'),
    'promotional': ('العروض الترويجية', 'Aktionen'),
    'servicebites': ('مقتطفات', 'Häppchen'),
    'price_alert': ('تنبيه الأسعار', 'Kursalarm'),
    'new_device': ('جهاز جديد', 'Neues Gerät'),
}
_CHANNELS = {
    'email': {'offers': ['promotional'], 'newsletters': ['servicebites'], 'activity': ['transactional']},
    'app': {
        'offers': ['promotional'],
        'insights': ['quick_take', 'learning_guide', 'price_alert', 'analyst_insight', 'weekly_review', 'daily_recap'],
        'activity': ['transactional'],
        'security': ['new_device'],
    },
    'sms': {'security': ['new_device']},
}


def _notification(channel: str, name: str, user: User) -> dict[str, Any]:
    text = _NAMES[name][user.language == 'de']
    notification_id = f'{channel}_{name}'
    description = f'{text} ({channel})' if name != 'promotional' else ''
    item = {
        'active': notification_id not in user.muted,
        'description': description,
        'name': text,
        'id': notification_id,
        'locked': name == 'new_device',
    }
    return point('notification', item, user=user)


def settings(call: Call) -> Response:
    """GET /b2b/notification-settings."""
    user = call.user
    body = {
        channel: [
            {
                'category': _CATEGORIES[category][user.language == 'de'],
                'notifications': [_notification(channel, name, user) for name in names],
            }
            for category, names in categories.items()
        ]
        for channel, categories in _CHANNELS.items()
    }
    return json_answer(200, body, {'Cache-Control': 'no-cache, private', 'Vary': 'x-user-id'}, indent=4)
