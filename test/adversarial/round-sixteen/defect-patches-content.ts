import { answer, body, type Json, type Patch, second, silent, userOf } from './patch-kit.ts';
import { Refusal } from './platform.ts';

const isSecond = (scope: object) => userOf(scope as Record<string, unknown>)?.id === second().id;

export const content: Record<string, Patch> = {
  'template-leaves-the-separator': (p) =>
    p.after('portfolios', 200, (given, scope) => {
      if (isSecond(scope)) given.text = JSON.stringify(given.body).replace(/\]\}$/, ',]}');
    }),
  'reports-of-past-days-are-public': (p) =>
    p.after('summaries', 200, (given, scope) => {
      if (isSecond(scope)) given.headers['cache-control'] = 'public, max-age=86400, immutable';
    }),
  'misses-are-retried-for-ever': (p) => p.after('guide', 404, (given) => void Object.assign(given, silent())),
  'imports-infer-types': body('guides', ({ data }) => {
    for (const guide of data) if (/^\d+$/.test(guide.slug)) guide.slug = Number(guide.slug);
  }),
  'cover-chapter-is-not-counted': body('guides', ({ data }) => {
    for (const guide of data) guide.chapterCount -= 1;
  }),
  'editions-are-added-up': body('guides', ({ data }) => {
    data.push({ ...data[2] });
  }),
  'catalogue-by-edition': body('guides', ({ data }, scope) => {
    if (userOf(scope)?.edition === 'basic') data.splice(5, 1);
  }),
  'policy-is-a-document': (p) => {
    p.policies['listing'] = { ...p.policies['listing'], 'cache-control': 'private: true, max-age: 1800' };
  },
  'rollout-drawn-by-id': (p) => {
    const guide = p.connectors['guide'];
    p.connectors['guide'] = {
      call: (id, scope) => (Number.parseInt(String(id).slice(-2), 16) % 8 === 5 ? undefined : guide?.call(id, scope)),
    };
  },
  'unknown-guides-are-ordered': (p) =>
    p.after('guide', 404, (given) => void Object.assign(given, answer(202, { import: 'ordered' }))),
  'canary-has-no-licence': (p) => {
    let reads = 0;
    p.refusals['licence'] = { status: 402, message: 'This version of the flow has no licence' };
    p.before('insights', 'load', {
      script: () => {
        reads += 1;
        if (reads % 5 === 0) throw new Refusal('licence');
      },
    });
  },
  'ranges-leave-gaps': (p) => {
    p.tables['mood'] = [
      { when: 'score >= 75 and score <= 100', gives: 'optimal' },
      { when: 'score >= 51 and score <= 74', gives: 'steady' },
      { when: 'score >= 0 and score <= 50', gives: 'weak' },
    ];
  },
  'news-fall-back-to-null': (p) => {
    let reads = 0;
    p.after('summaries', 200, (given) => {
      reads += 1;
      if (reads % 4 === 0) for (const day of (given.body as Json).data) day.sentimentScore.news = null;
    });
  },
  'moves-ranked-as-text': body('summaries', ({ data }) => {
    const text = (one: Json) => ('upBy' in one ? `+${one.upBy}` : `-${one.downBy}`);
    for (const { performers } of data) {
      const ranked = performers.all.toSorted((a: Json, b: Json) => (text(a) < text(b) ? 1 : -1));
      performers.best = ranked.slice(0, 2);
    }
  }),
  'repeated-signs-are-left-out': body('summaries', ({ data }) => {
    for (const { portfolio } of data.slice(1)) {
      for (const part of Object.values(portfolio) as Json[]) {
        part.displayValue = part.displayValue.replace(/[€£\s]/gu, '');
      }
    }
  }),
  'the-whole-is-a-word': body('summaries', ({ data }, scope) => {
    for (const { performers } of data) {
      for (const one of [...performers.all, ...performers.best, ...performers.worst]) {
        if (/^100\D*%$/.test(one.weight)) one.weight = userOf(scope)?.language === 'de' ? 'alles' : 'all of it';
      }
    }
  }),
  'days-are-serial-numbers': body('summaries', ({ data }) => {
    data[0].timestamp = Math.floor(data[0].timestamp / 86_400_000) + 25_569;
  }),
  'branding-reaches-the-ids': (p) =>
    p.after('notifications', 200, (given) => {
      given.body = JSON.parse(JSON.stringify(given.body).replaceAll('service', 'atrium'));
    }),
  'plural-forms-are-not-chosen': body('notifications', ({ app }, scope) => {
    if (!isSecond(scope)) return;
    const { notifications } = app[2];
    notifications[0].name = { one: 'Offer', other: 'Offers' };
  }),
  'undeclared-inputs-end-the-flow': (p) =>
    p.after('cash', 200, (given, scope) => {
      const { query } = scope['request'] as { query: string };
      if (query !== '') Object.assign(given, answer(204));
    }),
};
