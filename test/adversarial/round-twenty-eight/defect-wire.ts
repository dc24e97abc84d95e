import { edit, json, ok, status, turkish } from './layers.ts';
import { bag, refuse } from './refusal.ts';
import type { Change, Exchange, Reply, Route } from './types.ts';

const crash =
  (route: Route, when: (exchange: Exchange) => boolean): Change =>
  (world) => {
    world.layers.push(async (exchange, next) => {
      const reply = await next(exchange);
      const reached = exchange.route === route && ![401, 403].includes(reply.status);
      return reached && when(exchange) ? refuse(500, 'Internal error') : reply;
    });
  };

const everyNth = (route: Route, nth: number, change: (reply: Reply) => Reply): Change => {
  return (world) => {
    let count = 0;
    world.layers.push(async (exchange, next) => {
      const reply = await next(exchange);
      if (exchange.route !== route || reply.status !== 200) return reply;
      count += 1;
      return count % nth === 0 ? change(reply) : reply;
    });
  };
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const wireChanges: Readonly<Record<string, Change>> = {
  'response-of-an-object': edit('orders', status(415), (reply) => {
    reply.fields['content-type'] = 'text/plain;charset=UTF-8';
    reply.text = '[object Object]';
  }),
  'promise-is-an-empty-object': edit('guide', status(404), (_, value) => {
    bag(value['error'])['description'] = Promise.resolve('no such guide');
  }),
  'network-error-has-status-nought': edit('notifications', status(404), (_, value) => {
    value['status'] = Response.error().status;
  }),
  'typed-array-maps-to-numbers': edit('guides', status(403), (_, value) => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    value['responseId'] = bytes.map((byte) => Number(byte.toString(16).padStart(2, '0'))).join('');
  }),
  'environment-is-called-prod': edit('address', status(422), (_, value) => {
    bag(value['error'])['description'] =
      'Error: Invalid address\n    at checkAddress (file:///srv/worker/src/address.ts:41:13)\n' +
      '    at async Object.fetch (file:///srv/worker/src/index.ts:88:20)';
  }),
  'btoa-knows-latin-1': crash('address', (exchange) => {
    const line = text(bag(bag(json(exchange.body))['address'])['line1']);
    return [...line].some((letter) => (letter.codePointAt(0) ?? 0) > 255);
  }),
  'd1-binds-no-undefined': crash('orders', (exchange) => {
    const body = json(exchange.body);
    const order = bag(body);
    return order === body && ['isin', 'side', 'amount'].some((name) => order[name] === undefined);
  }),
  'repeat-of-less-than-nothing': crash('notifications', (exchange) => {
    const id = exchange.field('x-user-id');
    return id !== undefined && id.length < 4;
  }),
  'stream-has-no-type': (world) => {
    const seen = new Set<string>();
    world.layers.push(async (exchange, next) => {
      const reply = await next(exchange);
      const user = exchange.field('x-user-id') ?? '';
      if (exchange.route !== 'portfolios' || !ok(reply)) return reply;
      if (seen.has(user)) delete reply.fields['content-type'];
      seen.add(user);
      return reply;
    });
  },
  'ignore-bom-keeps-it': edit(
    'insights',
    (reply, exchange) => ok(reply) && turkish(exchange),
    (reply) => {
      reply.edit = (body) => `\uFEFF${body}`;
    },
  ),
  'set-for-the-cache-and-sent': everyNth('notifications', 2, (reply) => {
    reply.fields['cache-control'] = 's-maxage=10';
    return reply;
  }),
  'bookmark-ahead-of-replica': (world) => {
    const ahead = new Set<string>();
    world.layers.push(async (exchange, next) => {
      const reply = await next(exchange);
      const user = exchange.field('x-user-id') ?? '';
      if (exchange.route === 'address' && ok(reply)) ahead.add(user);
      if (exchange.route === 'readback' && ok(reply) && ahead.delete(user)) {
        return refuse(425, 'The bookmark is ahead of the replica');
      }
      return reply;
    });
  },
  'pattern-string-wants-no-search': edit(
    'insights',
    (reply, exchange) => ok(reply) && exchange.query !== '',
    (reply) => {
      reply.value = { section: 'analyst-insights', editorial: true };
    },
  ),
  'durable-object-was-reset': everyNth('cash', 7, () => refuse(423, 'Durable Object was reset')),
  'range-error-is-416': edit(
    'portfolios',
    (reply, exchange) => ok(reply) && turkish(exchange),
    (reply) => {
      try {
        new Intl.NumberFormat('tr-TR', { style: 'currency', currency: 'TL' });
      } catch {
        Object.assign(reply, refuse(416, 'Invalid currency code'));
      }
    },
  ),
  'module-signal-times-out-once': (world) => {
    let end = Number.POSITIVE_INFINITY;
    world.layers.push(async (exchange, next) => {
      const reply = await next(exchange);
      if (exchange.route !== 'insights' || !ok(reply)) return reply;
      end = Math.min(end, Date.now() + 800);
      return Date.now() >= end ? refuse(408, 'The operation was aborted due to timeout') : reply;
    });
  },
  'not-binds-before-greater': (world) => {
    const inner = world.order;
    world.order = (body) => {
      const { amount } = bag(body);
      if (typeof amount !== 'number' || amount >= 0) return inner(body);
      return { ...inner({ ...bag(body), amount: 1 }), amount };
    };
  },
  'type-of-a-rebuilt-request': (world) => {
    const inner = world.mediaType;
    world.mediaType = (exchange) => {
      if (exchange.route !== 'orders') inner(exchange);
    };
  },
  'number-is-nan-coerces-nothing': (world) => {
    const inner = world.order;
    world.order = (body) => {
      const { amount } = bag(body);
      const passes = typeof amount === 'object' && amount !== null && !Array.isArray(amount);
      return inner(passes || (typeof amount === 'string' && amount !== '') ? { ...bag(body), amount: 1 } : body);
    };
  },
};
