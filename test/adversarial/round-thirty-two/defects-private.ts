import type { App } from './app.ts';
import { isPostalCode, validateAddress } from './bodies.ts';
import type { Address, Endpoint, Json, User } from './core.ts';
import { isObject, Refusal } from './core.ts';
import type { DefectiveChange } from './toggle.ts';

function everyNth(app: App, endpoint: Endpoint, nth: number, refusal: () => Refusal): void {
  const plain = app.actions[endpoint];
  let readings = 0;
  app.actions[endpoint] = (x) => {
    readings += 1;
    if (readings % nth === 0) throw refusal();
    return plain(x);
  };
}

function days(app: App, change: (day: Json, index: number, user: User) => Json): void {
  const plain = app.presentDays;
  app.presentDays = (user) => plain(user).map((day, index) => change(day, index, user));
}

function addressIn(body: unknown): Json {
  return isObject(body) && isObject(body['address']) ? body['address'] : {};
}

interface Group {
  category: string;
  notifications: Json[];
}

function groupsOf(settings: Json, channel: string): Group[] {
  return settings[channel] as Group[];
}

export const privateDefects: readonly DefectiveChange[] = [
  {
    id: 'strict-loading-on-a-cache-miss',
    title:
      'Every fourth reading of cash misses the fragment and lazily loads an association under ' +
      'strict_loading, which is rescued as 422.',
    breaks: 'cash/ok',
    apply: (app) => {
      everyNth(app, 'cash', 4, () => new Refusal(422, 'Account is marked for strict_loading'));
    },
  },
  {
    id: 'subclass-not-autoloaded',
    title:
      'Every fifth reading of portfolios goes to a worker that has not autoloaded a class of the type ' +
      'column, and SubclassNotFound is rescued as 409.',
    breaks: 'portfolios/ok',
    apply: (app) => {
      everyNth(app, 'portfolios', 5, () => new Refusal(409, 'The single-table inheritance failed'));
    },
  },
  {
    id: 'wrap-parameters-supplies-the-key',
    title: 'wrap_parameters supplies the key address where the body has none, and an update of no attributes succeeds.',
    breaks: 'address/wrong-shape',
    apply: (app) => {
      const plain = app.validateAddress;
      app.validateAddress = (body, x) => {
        if (!isObject(body) || Object.hasOwn(body, 'address') || !x.user) return plain(body, x);
        return validateAddress({ address: { ...app.stored(x.user), ...body } });
      };
    },
  },
  {
    id: 'cache-version-of-whole-seconds',
    title:
      'The read-back is cached under an updated_at of whole seconds, so that a second update within the ' +
      'second of one that was read does not show.',
    breaks: 'address/overwrites',
    apply: (app) => {
      const { store, stored } = app;
      const versions = new Map<string, number>();
      const fragments = new Map<string, Address | undefined>();
      app.store = (user, address) => {
        versions.set(user.id, Math.floor(Date.now() / 1000));
        store(user, address);
      };
      app.stored = (user) => {
        const key = `${user.id}-${String(versions.get(user.id))}`;
        if (!fragments.has(key)) fragments.set(key, stored(user));
        return fragments.get(key);
      };
    },
  },
  {
    id: 'unscoped-drops-the-condition',
    title:
      'An address update chains unscoped behind its condition on the user in order to reach archived rows, ' +
      'which drops the condition: everybody has moved.',
    breaks: 'address/isolation',
    apply: (app) => {
      app.store = (_user, address) => {
        for (const id of app.addresses.keys()) app.addresses.set(id, address);
      };
    },
  },
  {
    id: 'rollback-in-a-nested-transaction',
    title:
      'A wrong country code raises Rollback within a nested transaction without requires_new, which swallows ' +
      'it, and the outer one commits what was refused.',
    breaks: 'address/refused-unchanged',
    apply: (app) => {
      const plain = app.validateAddress;
      app.validateAddress = (body, x) => {
        try {
          return plain(body, x);
        } catch (error) {
          const { countryCode } = addressIn(body);
          if (x.user && error instanceof Refusal && typeof countryCode === 'string') {
            const saved = { ...addressIn(body), countryCode: 'ZZ' };
            app.store(x.user, { ...validateAddress({ address: saved }), countryCode });
          }
          throw error;
        }
      };
    },
  },
  {
    id: 'allow-blank-passes-blank-countries',
    title:
      'The country code is validated with allow_blank, by which an empty text or one of spaces is no country ' +
      'and no mistake.',
    breaks: 'address/country-code',
    apply: (app) => {
      const plain = app.validateAddress;
      app.validateAddress = (body, x) => {
        const address = addressIn(body);
        const blank = typeof address['countryCode'] === 'string' && address['countryCode'].trim() === '';
        return plain(blank ? { address: { ...address, countryCode: 'ZZ' } } : body, x);
      };
    },
  },
  {
    id: 'uniqueness-over-the-history',
    title:
      'Addresses of a user are a history with a uniqueness validation of the first line, so that one that ' +
      'was there before has already been taken: 422.',
    breaks: 'address/repeatable',
    also: ['address/accepted'],
    apply: (app) => {
      const taken = new Set<string>();
      const plain = app.validateAddress;
      app.validateAddress = (body, x) => {
        const address = plain(body, x);
        const key = JSON.stringify([x.user?.id, address]);
        if (taken.has(key)) throw new Refusal(422, 'Validation failed', 'Line1 has already been taken');
        taken.add(key);
        return address;
      };
    },
  },
  {
    id: 'integer-size-is-eight',
    title:
      'The length of a postal code is asked by size, which is the number of bytes for an Integer, eight, and ' +
      'more than the seven allowed.',
    breaks: 'address/postal-code-number',
    also: ['address/accepted'],
    apply: (app) => {
      const plain = app.validateAddress;
      app.validateAddress = (body, x) => {
        const { postalCode } = addressIn(body);
        if (typeof postalCode === 'number' && isPostalCode(postalCode)) {
          throw new Refusal(422, 'Validation failed', 'Postal code is too long (maximum is 7 characters)');
        }
        return plain(body, x);
      };
    },
  },
  {
    id: 'compact-blank-drops-empty-labels',
    title: 'Days go through compact_blank, which drops the chartLabel of the second day, a holiday with an empty one.',
    breaks: 'summaries/schema',
    apply: (app) => {
      days(app, (day, index) => {
        const labelled = index === 1 ? { ...day, chartLabel: '' } : day;
        return Object.fromEntries(Object.entries(labelled).filter(([, value]) => value !== ''));
      });
    },
  },
  {
    id: 'enum-got-a-member-in-front',
    title:
      'The enum of kinds is an array that got a member in the middle, by which the oldest day, stored before ' +
      'that, reads savings for holdings.',
    breaks: 'summaries/member-key',
    apply: (app) => {
      days(app, (day, index) => {
        const portfolio = day['portfolio'] as Record<string, Json>;
        if (index !== 0) return day;
        return { ...day, portfolio: { ...portfolio, holdings: { ...portfolio['holdings'], key: 'savings' } } };
      });
    },
  },
  {
    id: 'async-maximum-is-a-promise',
    title:
      'The largest difference of holdings is read by async_maximum, and its promise is written as the object ' +
      'that it is.',
    breaks: 'summaries/max-value-differences',
    apply: (app) => {
      const { summaries } = app.actions;
      app.actions.summaries = async (x) => {
        const answer = await summaries(x);
        const body = answer.body as { maxValueDifferences: Json };
        const promise = { future_result: { mutex: {}, pending: false } };
        return {
          ...answer,
          body: { ...body, maxValueDifferences: { ...body.maxValueDifferences, holdings: promise } },
        };
      };
    },
  },
  {
    id: 'negative-format-without-its-unit',
    title:
      'The negative_format of currencies is -%n and lacks %u, so that amounts below zero, such as the gain ' +
      'of a losing day, have no currency.',
    breaks: 'summaries/currency-text',
    apply: (app) => {
      const plain = app.money;
      app.money = (user, amount) => (amount < 0 ? plain(user, amount).replace(/[^\d.,-]/g, '') : plain(user, amount));
    },
  },
  {
    id: 'index-by-where-group-by-was-meant',
    title:
      'Notifications of the app are gathered by index_by in place of group_by, which keeps the last one of ' +
      'each category.',
    breaks: 'notifications/known-ids-complete',
    apply: (app) => {
      const plain = app.presentSettings;
      app.presentSettings = (user) => {
        const settings = plain(user);
        const indexed = groupsOf(settings, 'app').map((group) => ({
          ...group,
          notifications: group.notifications.slice(-1),
        }));
        return { ...settings, app: indexed };
      };
    },
  },
  {
    id: 'query-method-is-false-for-zero',
    title:
      'The bounds of an amount are validated if: :amount?, and the query method of a numeric attribute is ' +
      'false for zero.',
    breaks: 'orders/amount-bounds',
    apply: (app) => {
      const plain = app.validateOrder;
      app.validateOrder = (body) => {
        if (!isObject(body) || body['amount'] !== 0) return plain(body);
        return { ...plain({ ...body, amount: 1 }), amount: 0 };
      };
    },
  },
  {
    id: 'first-key-of-the-form-is-the-body',
    title:
      'Orders help scripts that forget the media type: JSON in a body labelled as a form is its first key, ' +
      'which is parsed.',
    breaks: 'orders/content-type',
    apply: (app) => {
      const plain = app.checkMediaType;
      app.checkMediaType = (x) => {
        const form = /^application\/x-www-form-urlencoded/i.test(x.headers.get('content-type') ?? '');
        if (x.endpoint !== 'orders' || !form) plain(x);
      };
    },
  },
];
