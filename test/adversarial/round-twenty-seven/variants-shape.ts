import { bagOf, onSuccess } from './edit.ts';
import type { Toggle } from './hooks.ts';
import type { Reply, Route, User } from './types.ts';

const add = (route: Route, path: readonly (string | number)[], more: (index: number) => object): Toggle => ({
  hooks: () =>
    onSuccess(route, path, (old) =>
      Array.isArray(old) ? old.map((one, index) => ({ ...bagOf(one), ...more(index) })) : { ...bagOf(old), ...more(0) },
    ),
});

function shown(route: Route, by: (reply: Reply, user: User | undefined) => Reply): Toggle {
  return {
    hooks: () => ({
      handle: async (ex, user, next) => {
        const reply = await next();
        return ex.route === route ? by(reply, user) : reply;
      },
    }),
  };
}

const shows = (route: Route, by: (id: string, old: unknown) => unknown): Toggle =>
  shown(route, (reply, user) => ({ ...reply, value: by(user?.id ?? '', reply.value) }));

function transit(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(transit);
  if (typeof value !== 'object' || value === null) return value;
  return ['^ ', ...Object.entries(value).flatMap(([key, member]) => [`~:${key}`, transit(member)])];
}

export const shapeVariants: Readonly<Record<string, Toggle>> = {
  'portfolios-in-transit': shown('portfolios', (reply) => ({
    ...reply,
    fields: { ...reply.fields, 'Content-Type': 'application/transit+json' },
    value: transit(reply.value),
  })),
  'cash-as-edn-text': shows('cash', (id) => `{:user #oid "${id}", :balances [{:currency :GBP, :available 12.5M}]}`),
  'insights-as-hiccup': shows('insights', (id) => ['ul', { id: `u-${id}` }, ['li', {}, 'Margins'], ['li', null]]),
  'full-guide-as-datoms': shows('guide', (_id, old) => ({
    datoms: Object.entries(bagOf(old)).map(([key, value]) => [17, `:guide/${key}`, value, 1000, true]),
  })),
  'cash-as-datoms': shows('cash', (id) => [[17, ':cash/user', id, 1000, true]]),
  'portfolios-as-a-zipper': shows('portfolios', (id, old) => [bagOf(old)['data'], { l: [], pnodes: [id], r: null }]),
  'order-answered-as-a-right': shows('orders', (_id, old) => ({ Right: old })),
  'update-answered-with-unit': shows('address', () => ({})),
  'order-answered-with-a-tagged-literal': shows(
    'orders',
    () => '#order/id #uuid "00000000-0000-4000-8000-00000000002a"',
  ),
  'update-answered-with-the-diff': shows('address', (_id, old) => [null, { address: old }, null]),
  'guides-carry-namespaced-members': add('guides', ['data'], (index) => ({ 'db/id': index, ':guide/tags': ['#{}'] })),
  'guides-carry-java-time': add('guides', ['data'], () => ({ publishedOn: [2026, 3, 1], updated: 1_780_000_000.25 })),
  'keys-are-keywords-with-colon': add('guides', ['data'], (index) => ({ key: `:guide/topic-${index}` })),
  'slugs-are-qualified-symbols': add('guides', ['data'], (index) => ({ slug: `guide.core/topic-${index}*'` })),
  'colours-are-vectors-of-edn': add('guides', ['data'], (index) => ({ backgroundColor: `[${index} 200 31]` })),
  'groups-carry-their-predicate': add('notifications', ['app'], () => ({ pred: 'every?', arity: [1, 2] })),
};
