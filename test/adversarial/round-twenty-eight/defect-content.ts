import { edit, ok, status, turkish } from './layers.ts';
import { accept, bag, bags, Refusal } from './refusal.ts';
import type { Bag, Change, Reply } from './types.ts';

const days = (value: Bag): Bag[] => bags(value['data']);
const groups = (value: Bag): Bag[] => [...bags(value['app']), ...bags(value['email'])];

export const contentChanges: Readonly<Record<string, Change>> = {
  'cache-ignores-vary': (world) => {
    let kept: { until: number; reply: Reply } | undefined;
    world.layers.push(async (exchange, next) => {
      const reply = await next(exchange);
      if (exchange.route !== 'guides' || !ok(reply)) return reply;
      if (kept !== undefined && Date.now() < kept.until) return kept.reply;
      kept = { until: Date.now() + 2000, reply };
      return reply;
    });
  },
  'browser-ttl-is-the-floor': (world) => {
    let hits = 0;
    edit('guides', ok, (reply) => {
      hits += 1;
      if (hits % 3 === 0) reply.fields['cache-control'] = 'private, max-age=14400';
    })(world);
  },
  'ttl-by-range-of-status': edit(
    'guides',
    (reply) => [401, 403].includes(reply.status),
    (reply) => {
      reply.fields['cache-control'] = 'max-age=1800';
    },
  ),
  'bigint-drops-leading-zeros': (world) => {
    const inner = world.guides;
    world.guides = (user) => inner(user).map((one) => ({ ...one, id: BigInt(`0x${String(one['id'])}`).toString(16) }));
  },
  'metadata-names-are-lower-case': edit('guides', ok, (_, value) => {
    const last = days(value).at(-1) ?? {};
    last['contenttype'] = last['contentType'];
    delete last['contentType'];
  }),
  'undefined-cursor-begins-again': edit('guides', ok, (_, value) => {
    const all = days(value);
    value['data'] = [...all.slice(0, 10), ...all.slice(0, 10)].slice(0, all.length);
  }),
  'ignore-search-ignores-the-id': (world) => {
    let kept: { until: number; reply: Reply } | undefined;
    world.layers.push(async (exchange, next) => {
      const reply = await next(exchange);
      if (exchange.route !== 'guide' || !ok(reply)) return reply;
      if (kept !== undefined && Date.now() < kept.until) return kept.reply;
      kept = { until: Date.now() + 1000, reply };
      return reply;
    });
  },
  'optional-body-is-no-body': edit('guide', status(404), (reply) => {
    Object.assign(reply, accept(undefined));
    delete reply.fields['content-type'];
  }),
  'url-parser-trims-the-id': (world) => {
    world.layers.push((exchange, next) => {
      if (exchange.route !== 'guide') return next(exchange);
      const { pathname } = new URL(`http://guides.internal/${exchange.guideId}`);
      return next({ ...exchange, guideId: pathname.slice(1) });
    });
  },
  'affinity-takes-leading-zeros': (world) => {
    const inner = world.store;
    world.store = (user, address) => {
      const { postalCode } = address;
      const numeric = typeof postalCode === 'string' && /^\d{1,15}$/.test(postalCode);
      inner(user, numeric ? { ...address, postalCode: Number(postalCode) } : address);
    };
  },
  'io-of-another-request': (world) => {
    const inner = world.store;
    let writes = 0;
    world.store = (user, address) => {
      writes += 1;
      if (writes % 2 === 1) inner(user, address);
    };
  },
  'schema-catches-a-wrong-postal-code': (world) => {
    const inner = world.address;
    world.address = (body, user) => {
      const sent = bag(bag(body)['address']);
      if (typeof sent['postalCode'] !== 'object' || sent['postalCode'] === null) return inner(body, user);
      return inner({ address: { ...sent, postalCode: user.address['postalCode'] } }, user);
    };
  },
  'throwing-does-not-roll-back': (world) => {
    const inner = world.address;
    world.address = (body, user) => {
      try {
        return inner(body, user);
      } catch (error) {
        const sent = bag(bag(body)['address']);
        const wrong = typeof sent['countryCode'] === 'string' && typeof sent['line1'] === 'string';
        if (wrong && error instanceof Refusal) user.address = { ...user.address, line1: sent['line1'] };
        throw error;
      }
    };
  },
  'delete-leaves-a-hole': edit('summaries', ok, (_, value) => {
    const worst = bag(days(value)[1]?.['performers'])['worst'];
    if (Array.isArray(worst)) delete worst[0];
  }),
  'months-of-temporal-begin-at-one': edit('summaries', ok, (_, value) => {
    const newest = days(value).at(-1) ?? {};
    const date = new Date(Number(newest['timestamp']));
    newest['timestamp'] = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate(), 12);
  }),
  'infinity-has-no-digits': edit(
    'summaries',
    (reply, x) => ok(reply) && turkish(x),
    (_, value) => {
      const format = new Intl.NumberFormat('tr-TR', { style: 'currency', currency: 'TRY' });
      bag(bag(days(value)[0]?.['portfolio'])['savings'])['dailyInterest'] = format.format(1 / 0);
    },
  ),
  'nan-comparator-keeps-the-order': edit(
    'summaries',
    (reply, x) => ok(reply) && turkish(x),
    (_, value) => {
      for (const one of days(value)) {
        const lists = bag(one['performers']);
        const moves = bags(lists['all']).toSorted((a, b) => Number(b['upBy']) - Number(a['upBy']));
        lists['best'] = moves.slice(0, 2).map((row) => ({ ...row }));
      }
    },
  ),
  'd1-booleans-are-numbers': (world) => {
    const inner = world.find;
    world.find = (exchange) => {
      const user = inner(exchange);
      return exchange.route === 'summaries' && user.denied ? { ...user, denied: false } : user;
    };
  },
  'reduce-begins-with-an-object': edit('summaries', ok, (_, value) => {
    const data: Bag = bag(value['maxValueDifferences']);
    data['holdings'] = Math.max(Number({}), 1);
  }),
  'set-of-rows-tells-none-apart': edit(
    'notifications',
    (reply, x) => ok(reply) && turkish(x),
    (_, value) => {
      const rows = bags(bags(value['email']).at(-1)?.['notifications']);
      const group = bags(value['email']).at(-1) ?? {};
      group['notifications'] = [...new Set([...rows, ...rows.map((row) => ({ ...row }))])];
    },
  ),
  'first-place-is-falsy': edit('notifications', ok, (_, value) => {
    const group = bags(value['app'])[1] ?? {};
    group['notifications'] = bags(group['notifications']).filter((__, place) => place);
  }),
  'navigator-language-is-english': edit('notifications', ok, (_, value) => {
    for (const group of groups(value)) {
      group['category'] = ['Activity', 'Market insights', 'Offers'][groups(value).indexOf(group) % 3];
      for (const row of bags(group['notifications'])) {
        row['name'] = `Notification ${String(row['id'])}`;
        row['description'] = 'Turn on to be told.';
      }
    }
  }),
};
