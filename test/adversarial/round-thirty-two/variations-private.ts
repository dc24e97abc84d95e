import { randomUUID } from 'node:crypto';
import type { Json } from './core.ts';
import { deepMap, isObject, reply } from './core.ts';
import type { VariedChange } from './toggle.ts';
import { answers, bodyOf, days } from './varied.ts';

const list = (body: Json): Json[] => body['data'] as Json[];
const texts = (object: Json): Json =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, typeof value === 'number' ? value.toFixed(4) : value]),
  );
const titleize = (text: string): string =>
  text.toLowerCase().replace(/(^|\s)(\S)/g, (_, space: string, letter: string) => space + letter.toUpperCase());

const shapes: readonly VariedChange[] = [
  {
    id: 'cash-is-a-json-api-document',
    title: 'Cash is a document of JSON:API with type, id, attributes, relationships and what is included.',
    apply: (app) => {
      bodyOf(app, 'cash', (body, x) => ({
        data: list(body).map((attributes, place) => ({
          type: 'balances',
          id: String(place + 1),
          attributes,
          relationships: { user: { data: { type: 'users', id: x.user?.id } } },
        })),
        included: [{ type: 'users', id: x.user?.id, attributes: {} }],
        links: { self: '/cash', next: null },
      }));
    },
  },
  {
    id: 'cash-in-money-rails',
    title: 'Cash has composed money with cents and currency_iso, whose currency is an object with a subunit.',
    apply: (app) => {
      bodyOf(app, 'cash', (body) =>
        list(body).map(({ currency, balance }) => ({
          cents: Math.round(Number(balance) * 100),
          currency_iso: currency,
          currency: { id: String(currency).toLowerCase(), subunit: 'Cent' },
        })),
      );
    },
  },
  {
    id: 'decimals-are-texts-where-nothing-is-shown',
    title:
      'Decimals are written as texts with four places in cash, portfolios and orders, and as numbers where ' +
      'that is specified.',
    apply: (app) => {
      for (const endpoint of ['cash', 'portfolios', 'orders'] as const) {
        bodyOf(app, endpoint, (body) => deepMap(body, texts));
      }
    },
  },
  {
    id: 'portfolios-paged-by-kaminari',
    title:
      'Portfolios are a page with its number, the number of pages and the total as text, and links whose ' +
      'last one is null.',
    apply: (app) => {
      bodyOf(app, 'portfolios', (body) => ({
        portfolios: body['data'],
        meta: { current_page: 1, total_pages: 1, total_count: '1', first_page: true },
        links: { first: '/portfolios?page=1', prev: null, next: null },
      }));
    },
  },
  {
    id: 'portfolios-are-rows-of-one-table',
    title: 'Portfolios are rows of a table of single inheritance, with a type and null for the columns of the others.',
    apply: (app) => {
      bodyOf(app, 'portfolios', (body) =>
        list(body).map((row) => ({
          ...row,
          type: 'Portfolio::Managed',
          broker_reference: null,
          crypto_wallet: null,
          locked_at: null,
        })),
      );
    },
  },
  {
    id: 'portfolios-are-a-nested-set',
    title: 'Portfolios are a flat list of nodes with lft, rgt and depth, the root of which holds nothing.',
    apply: (app) => {
      bodyOf(app, 'portfolios', (body) => {
        const holdings = (list(body)[0]?.['holdings'] ?? []) as Json[];
        const value = list(body)[0]?.['value'];
        return [
          { lft: 1, rgt: holdings.length * 2 + 2, depth: 0, parent_id: null, value },
          ...holdings.map((node, place) => ({
            ...node,
            lft: place * 2 + 2,
            rgt: place * 2 + 3,
            depth: 1,
            parent_id: 1,
          })),
        ];
      });
    },
  },
  {
    id: 'one-users-prices-move',
    title:
      'The second user holds what is traded all day, so that his values move with each answer and those of ' +
      'the first stand still.',
    apply: (app) => {
      let tick = 0;
      bodyOf(app, 'portfolios', (body, x) => {
        tick += 1;
        return x.user?.locale === 'nl'
          ? { ...body, data: list(body).map((row) => ({ ...row, value: 25_000 + (tick % 7) * 1.25 })) }
          : body;
      });
    },
  },
  {
    id: 'update-answered-with-saved-changes',
    title:
      'An address update is answered with saved_changes, a pair of former and new value for each member that ' +
      'changed.',
    apply: (app) => {
      const plain = app.actions.address;
      app.actions.address = async (x) => {
        const former: Json = { ...app.addresses.get(x.headers.get('x-user-id') ?? '') };
        await plain(x);
        const now: Json = { ...app.addresses.get(x.headers.get('x-user-id') ?? '') };
        const names = Object.keys(now).filter((name) => now[name] !== former[name]);
        return reply(200, {
          saved_changes: Object.fromEntries(names.map((name) => [name, [former[name] ?? null, now[name]]])),
        });
      };
    },
  },
  {
    id: 'update-answered-with-the-user-blueprint',
    title: 'An address update is answered with the blueprint of the user, which has everything but the address.',
    apply: (app) => {
      answers(app, 'address', (_answer, x) =>
        reply(200, { user: { id: x.user?.id, locale: x.user?.locale, zone: x.user?.zone, kyc: 'passed' } }),
      );
    },
  },
  {
    id: 'order-answered-with-a-state-machine',
    title:
      'An order is answered with 201 and a state machine, its state, the events that it permits and one ' +
      'transition from null.',
    apply: (app) => {
      answers(app, 'orders', () =>
        reply(201, {
          aasm_state: 'pending',
          permitted: ['submit', 'cancel'],
          transitions: [{ from: null, to: 'pending', guard: null, id: randomUUID() }],
        }),
      );
    },
  },
  {
    id: 'orders-take-enum-integers',
    title: 'The side of an order is an enum, which takes the integers 0 and 1 as well as buy and sell.',
    apply: (app) => {
      const plain = app.validateOrder;
      app.validateOrder = (body) => {
        if (!isObject(body) || (body['side'] !== 0 && body['side'] !== 1)) return plain(body);
        return plain({ ...body, side: body['side'] === 0 ? 'buy' : 'sell' });
      };
    },
  },
  {
    id: 'read-back-carries-lock-version',
    title: 'The read-back carries lock_version and touched_at beside the address, which go up with each update.',
    apply: (app) => {
      const { store } = app;
      const versions = new Map<string, number>();
      app.store = (user, address) => {
        versions.set(user.id, (versions.get(user.id) ?? 0) + 1);
        store(user, address);
      };
      bodyOf(app, 'profile', (body, x) => ({
        ...body,
        lock_version: versions.get(x.user?.id ?? '') ?? 0,
        data: { touched_at: new Date().toISOString(), ...(body['data'] as Json) },
      }));
    },
  },
  {
    id: 'addresses-are-titleized',
    title: 'Lines and city of an address are normalized by titleize, a capital at the beginning of each word.',
    apply: (app) => {
      const { store } = app;
      app.store = (user, address) => {
        store(user, {
          ...address,
          line1: titleize(address.line1),
          city: titleize(address.city),
          ...(address.line2 === undefined ? {} : { line2: titleize(address.line2) }),
        });
      };
    },
  },
];

function zoneName(zone: string, index: number): string {
  if (zone === 'Europe/Dublin') return 'IST';
  return index > 2 ? 'CET' : 'CEST';
}

const history: readonly VariedChange[] = [
  {
    id: 'amounts-by-number-to-human',
    title: 'Amounts are written by number_to_human with three digits and the word Thousand or Million.',
    apply: (app) => {
      app.money = (_user, amount) =>
        Math.abs(amount) >= 1e6
          ? `€${(amount / 1e6).toPrecision(3)} Million`
          : Math.abs(amount) >= 1000
            ? `€${(amount / 1000).toPrecision(3)} Thousand`
            : `€${amount.toPrecision(3)}`;
    },
  },
  {
    id: 'minus-between-sign-and-digits',
    title: 'The minus of an amount stands between the sign of the currency and the digits, and nought has one as well.',
    apply: (app) => {
      app.money = (_user, amount) => `€ ${amount <= 0 ? '-' : ''}${Math.abs(amount).toFixed(2).replace('.', ',')}`;
    },
  },
  {
    id: 'chart-labels-tell-the-zone',
    title: 'Chart labels tell the local time with the abbreviation of the zone, IST or CET, below a weekday.',
    apply: (app) => {
      days(app, (day, index, user) => ({
        ...day,
        chartLabel: `${String(day['chartLabel']).slice(0, 3)}\n02:30 ${zoneName(user.zone, index)}`,
      }));
    },
  },
  {
    id: 'labels-repeat-in-the-hour-that-comes-twice',
    title: 'Two snapshots of the night in which clocks go back lie an hour apart and have the same label.',
    apply: (app) => {
      days(app, (day, index) =>
        index > 1
          ? day
          : {
              ...day,
              timestamp: Date.UTC(2025, 9, 26, index, 30),
              chartLabel: 'Sun 26 Oct\n02:30',
            },
      );
    },
  },
  {
    id: 'labels-have-an-enum-prefix',
    title: 'Labels of sentiment have the prefix of their enum and a question mark, as its query methods do.',
    apply: (app) => {
      days(app, (day) => ({
        ...day,
        sentimentScore: deepMap(day['sentimentScore'], (object) =>
          'label' in object ? { ...object, label: `sentiment_${String(object['label'])}?` } : object,
        ),
      }));
    },
  },
  {
    id: 'performers-are-delegated-types',
    title: 'Performers carry a delegated type and an object of it, whose upBy and downBy are numbers.',
    apply: (app) => {
      days(app, (day) => ({
        ...day,
        performers: deepMap(day['performers'], (object) =>
          'assetId' in object
            ? { ...object, performable_type: 'Fund', performable: { weight: 0.1, upBy: 1, downBy: 2 } }
            : object,
        ),
      }));
    },
  },
  {
    id: 'assets-are-gids',
    title: 'Assets are identified by global ids of the framework with an escaped class name.',
    apply: (app) => {
      days(app, (day) => ({
        ...day,
        performers: deepMap(day['performers'], (object) =>
          'assetId' in object
            ? { ...object, assetId: `gid://invest/Asset%3A%3AFund/${String(object['assetId'])}?v=2` }
            : object,
        ),
      }));
    },
  },
  {
    id: 'weights-with-twelve-decimals',
    title: 'Weights are written by number_to_percentage with twelve decimals.',
    apply: (app) => {
      app.percent = (_user, share) => `${share.toFixed(12)}%`;
    },
  },
  {
    id: 'days-carry-record-timestamps',
    title: 'Days and the members of their portfolio carry created_at, updated_at, discarded_at and a numeric id.',
    apply: (app) => {
      days(
        app,
        (day, index) =>
          deepMap(day, (object) => ({
            ...object,
            record: {
              id: 9000 + index,
              created_at: '2026-01-01T00:00:00.000+01:00',
              updated_at: null,
              discarded_at: null,
            },
          })) as Json,
      );
    },
  },
  {
    id: 'values-carry-their-previous-value',
    title: 'Members of portfolio carry value_was, value_change as a pair and changed as a boolean besides.',
    apply: (app) => {
      days(app, (day) => ({
        ...day,
        portfolio: deepMap(day['portfolio'], (object) =>
          'displayValue' in object
            ? { ...object, value_was: null, value_change: [null, object['value']], changed: true }
            : object,
        ),
      }));
    },
  },
];

export const privateVariations: readonly VariedChange[] = [...shapes, ...history];
