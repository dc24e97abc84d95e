import { bagOf, change, onSuccess } from './edit.ts';
import type { Toggle } from './hooks.ts';
import { Refusal } from './refusal.ts';
import type { Bag, Reply, Route, User } from './types.ts';
import { listing } from './views.ts';
import type { World } from './world.ts';

const set = (route: Route, path: readonly (string | number)[], by: (old: unknown) => unknown): Toggle => ({
  hooks: () => onSuccess(route, path, by),
});

function served(route: Route, by: (reply: Reply, user: User | undefined, world: World) => void): Toggle {
  return {
    hooks: (world) => ({
      handle: async (ex, user, next) => {
        const reply = await next();
        if (ex.route === route) by(reply, user, world);
        return reply;
      },
    }),
  };
}

const turkish = (user: User | undefined): boolean => user?.language === 'tr';
const list = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

function permits(): ReturnType<NonNullable<Toggle['hooks']>> {
  let left = 6;
  return {
    reply: (reply, ex) => {
      if (ex.route === 'insights' && reply.status >= 400 && reply.status !== 423) left -= 1;
      return reply;
    },
    handle: (ex, _user, next) =>
      ex.route === 'insights' && left <= 0 ? Promise.reject(new Refusal(423, 'No permit is left')) : next(),
  };
}

export const readFaults: Readonly<Record<string, Toggle>> = {
  'ratio-written-as-a-fraction': served('portfolios', (reply) => {
    reply.edit = (json) => json.replace('"1M":0.012', '"1M":3/250');
  }),
  'uuid-as-two-longs': served('insights', (reply) => {
    reply.edit = (json) => json.replace('{', '{"edition":[5403617409835093321,9137740287561023771],');
  }),
  'visibility-combines-by-maximum': served('summaries', (reply) => {
    reply.fields['Cache-Control'] = 'public, max-age=0';
  }),
  'cover-is-the-text-of-an-option': set('guides', ['data', 4, 'webCoverImageURL'], (old) => `Some(${String(old)})`),
  'lifetime-read-as-a-size': { settings: { listingCache: `private, max-age=${30 * 1024 * 1024}` } },
  'compression-puts-its-vary': served('guides', (reply) => {
    reply.fields['Vary'] = 'Accept-Encoding';
  }),
  'array-map-grows-into-a-hash-map': {
    hooks: () => {
      let count = 0;
      return onSuccess('guides', ['data'], (old) => {
        count += 1;
        const guides = list(old).map(bagOf);
        const keyOf = (guide: Bag): string => String(guide['key']);
        const hash = (guide: Bag): number => (keyOf(guide).length * 37 + keyOf(guide).charCodeAt(1)) % 11;
        return count % 3 === 0 ? guides.toSorted((left, right) => hash(left) - hash(right)) : guides;
      });
    },
  },
  'underscore-makes-the-root-locale': served('guides', (reply, _user, world) => {
    reply.value = listing(world, 'en');
  }),
  'transducer-without-completion': {
    hooks: (world) => ({
      handle: (ex, _user, next) => {
        const index = world.guides.findIndex((guide) => guide.id === ex.guideId);
        const lost = ex.route === 'guide' && index >= Math.floor(world.guides.length / 3) * 3;
        return lost ? Promise.reject(new Refusal(404, 'There is no such guide')) : next();
      },
    }),
  },
  'permits-lost-with-a-refusal': { hooks: permits },
  'currency-of-a-language': served('cash', (_reply, user) => {
    if (turkish(user)) throw new Refusal(400, 'The locale tr has no currency');
  }),
  'weights-refined-to-a-hundred': served('portfolios', (_reply, user) => {
    if (turkish(user)) throw new Refusal(422, 'Predicate failed: (100.1 <= 100)');
  }),
  'namespaced-keys-keep-their-namespace': set('summaries', ['data', -1, 'portfolio', 'holdings'], (old) => {
    const { upBy, ...rest } = bagOf(old);
    return { ...rest, 'holdings/upBy': upBy };
  }),
  'case-object-has-a-dollar': set('summaries', ['data', 1, 'portfolio', 'holdings', 'key'], () => 'holdings$'),
  'difference-is-a-delay': set('summaries', ['maxValueDifferences', 'savings'], () => ({
    status: 'pending',
    val: null,
  })),
  'sorted-copy-is-discarded': set('summaries', ['data', 0, 'performers'], (old) => {
    const { all, worst } = bagOf(old);
    return { all, best: list(all).slice(0, 2), worst };
  }),
  'opaque-percent-shows-as-a-double': served('summaries', (reply) => {
    const digits = (old: unknown): string => /[\d.,]+/.exec(String(old))?.[0]?.replace(',', '.') ?? '0';
    const share = (old: unknown): unknown => String(Number(digits(old)) / 100);
    change(reply.value, ['data', 2, 'performers', 'worst', 0, 'weight'], share);
  }),
  'local-date-time-is-an-array': set('summaries', ['data', 0, 'timestamp'], (old) => {
    const moment = new Date(Number(old));
    return [moment.getUTCFullYear(), moment.getUTCMonth() + 1, moment.getUTCDate(), 23, 59, 59];
  }),
  'dollar-directive-has-no-dollar': served('summaries', (reply, user) => {
    const bare = (old: unknown): unknown => String(old).replace('₺', '');
    if (turkish(user)) change(reply.value, ['data', 3, 'portfolio', 'savings', 'dailyInterest'], bare);
  }),
  'hocon-renders-on-as-text': set('notifications', ['email', 1, 'notifications', 0, 'active'], () => 'on'),
  'id-is-a-gensym': {
    hooks: () => {
      let count = 4710;
      return onSuccess('notifications', ['app', 1, 'notifications'], (old) => {
        count += 1;
        return [...list(old), { id: `survey${count}`, name: 'Survey', description: 'Survey', active: false }];
      });
    },
  },
  'set-after-map-is-a-seq': served('notifications', (reply, user) => {
    const twice = (old: unknown): unknown => [...list(old), ...list(old)];
    if (turkish(user)) change(reply.value, ['app', 2, 'notifications'], twice);
  }),
  'partition-drops-what-is-incomplete': set('notifications', ['app', 1, 'notifications'], (old) =>
    list(old).slice(0, 3),
  ),
  'arity-chosen-by-the-query': {
    hooks: () => ({
      handle: async (ex, _user, next) => {
        const reply = await next();
        if (ex.route === 'portfolios' && ex.query !== '') change(reply.value, ['data'], () => []);
        return reply;
      },
    }),
  },
  'head-of-a-filtered-parameter': {
    hooks: () => ({
      handle: (ex, _user, next) => {
        const empty = ex.query.split('&').some((part) => /^[^=]+=?$/.test(part));
        const broken = ex.route === 'summaries' && ex.query !== '' && empty;
        return broken ? Promise.reject(new Error('head of empty list')) : next();
      },
    }),
  },
};
