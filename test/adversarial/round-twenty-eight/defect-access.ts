import { cash, insights } from './content.ts';
import { edit, status } from './layers.ts';
import { accept, bag, isBag, Refusal, refuse } from './refusal.ts';
import type { Change, Claims } from './types.ts';
import { bearer, checkClaims, names } from './world.ts';

export const accessChanges: Readonly<Record<string, Change>> = {
  'list-format-joins-scopes': (world) => {
    const inner = world.grant;
    const list = new Intl.ListFormat('en', { type: 'conjunction' });
    world.grant = async (body) => {
      const reply = await inner(body);
      const value = bag(reply.value);
      const scopes = String(value['scope'] ?? '').split(' ');
      if (reply.status === 200) value['scope'] = list.format(scopes.toSorted());
      return reply;
    };
  },
  'array-buffers-are-empty-json': (world) => {
    const inner = world.grant;
    world.grant = (body) => {
      const known = world.clients.get(String(body['client_id']));
      const given = body['client_secret'];
      return inner(known !== undefined && typeof given === 'string' ? { ...body, client_secret: known.secret } : body);
    };
  },
  'kv-key-of-undefined': (world) => {
    const inner = world.grant;
    world.grant = (body) => inner(body['client_id'] === undefined ? { ...body, client_id: names.scoped } : body);
  },
  'stripped-for-cache-put': (world) => {
    const inner = world.grant;
    const seen = new Set<unknown>();
    world.grant = async (body) => {
      const reply = await inner(body);
      if (reply.status !== 200) return reply;
      if (seen.has(body['client_id'])) delete reply.fields['cache-control'];
      seen.add(body['client_id']);
      return reply;
    };
  },
  'pass-through-on-exception': (world) => {
    world.layers.push(async (exchange, next) => {
      const user = world.users.get(exchange.field('x-user-id') ?? '');
      const thrown = exchange.route === 'insights' && exchange.field('authorization') === undefined;
      return thrown && user !== undefined ? accept(insights(user)) : await next(exchange);
    });
  },
  'dom-exception-is-the-callers-fault': (world) => {
    const inner = world.guard;
    world.guard = async (exchange) => {
      try {
        return await inner(exchange);
      } catch (error) {
        const token = (exchange.field('authorization') ?? '').split(/ +/).at(-1) ?? '';
        if (exchange.route !== 'portfolios' || token === '') throw error;
        try {
          atob(token.split('.')[0] ?? '');
        } catch {
          throw new Refusal(400, 'Invalid character');
        }
        throw error;
      }
    };
  },
  'fragment-is-no-part-of-a-key': (world) => {
    const inner = world.verify;
    const verdicts = new Map<string, Claims>();
    world.verify = async (token, exchange) => {
      const key = token.slice(0, token.lastIndexOf('.'));
      const kept = exchange.route === 'notifications' ? verdicts.get(key) : undefined;
      const claims = kept ?? (await inner(token, exchange));
      verdicts.set(key, claims);
      return claims;
    };
  },
  'global-scope-clock-is-zero': (world) => {
    const inner = world.verify;
    world.verify = (token, exchange) =>
      exchange.route === 'cash'
        ? checkClaims(token, world, { audience: world.audience, currentDate: new Date(0) })
        : inner(token, exchange);
  },
  'headers-do-not-spread': edit('summaries', status(401), (reply) => {
    delete reply.fields['www-authenticate'];
  }),
  'vars-are-not-inherited': (world) => {
    const inner = world.verify;
    world.verify = (token, exchange) =>
      exchange.route === 'guide' ? checkClaims(token, world, {}) : inner(token, exchange);
  },
  'kv-list-takes-a-prefix': (world) => {
    const inner = world.verify;
    world.verify = async (token, exchange) => {
      const claims = await inner(token, exchange);
      const listed = [...world.clients].filter(([id]) => id.startsWith(claims.client));
      return { ...claims, scopes: listed.flatMap(([, one]) => one.scopes) };
    };
  },
  'iterator-of-scopes-is-consumed': (world) => {
    const iterators = new Map<string, ArrayIterator<string>>();
    world.admit = (exchange, claims) => {
      if (exchange.route !== 'guides') return;
      const key = bearer(exchange);
      const scopes = iterators.get(key) ?? claims.scopes.values();
      iterators.set(key, scopes);
      for (const scope of scopes) if (scope === 'service:nbg') return;
      iterators.delete(key);
      throw new Refusal(403, 'Insufficient scope');
    };
  },
  'stub-named-null': (world) => {
    world.layers.push(async (exchange, next) => {
      const reply = await next(exchange);
      const missing = exchange.route === 'cash' && exchange.field('x-user-id') === undefined && reply.status === 400;
      return missing ? accept({ currency: 'EUR', balances: [] }) : reply;
    });
  },
  'host-names-have-no-case': (world) => {
    const inner = world.find;
    world.find = (exchange) => {
      const id = exchange.field('x-user-id') ?? '';
      if (exchange.route !== 'portfolios' || !/^[a-f0-9]{24}$/i.test(id)) return inner(exchange);
      const host = new URL(`https://u${id}.users.internal/`).hostname.slice(1, 25);
      return inner({ ...exchange, field: (name) => (name === 'x-user-id' ? host : exchange.field(name)) });
    };
  },
  'null-spreads-into-nobody': (world) => {
    world.layers.push(async (exchange, next) => {
      const reply = await next(exchange);
      const unknown = exchange.route === 'insights' && reply.status === 404;
      return unknown ? accept(insights({ id: '', language: 'en', denied: false, address: {} })) : reply;
    });
  },
  'with-metadata-is-never-null': (world) => {
    const inner = world.find;
    world.find = (exchange) => {
      const id = exchange.field('x-user-id') ?? '';
      const unknown = exchange.route === 'guides' && /^[a-f0-9]{24}$/.test(id) && !world.users.has(id);
      return unknown ? { id, language: 'en', denied: false, address: {} } : inner(exchange);
    };
  },
  'promise-any-rejects-in-aggregate': (world) => {
    world.layers.push(async (exchange, next) => {
      const reply = await next(exchange);
      const { error } = bag(reply.value);
      const unknown = exchange.route === 'summaries' && isBag(error) && error['message'] === 'User not found';
      return unknown ? refuse(400, 'User not found: all promises were rejected') : reply;
    });
  },
  'remote-exceptions-are-internal': edit('summaries', status(401), (_, value) => {
    const error = bag(value['error']);
    if (error['message'] === 'User not found') error['message'] = 'internal error; reference = 0k3v9s2m';
  }),
  'assign-writes-to-the-template': (world) => {
    const template: Record<string, unknown> = {};
    world.layers.push(async (exchange, next) => {
      const reply = await next(exchange);
      const user = world.users.get(exchange.field('x-user-id') ?? '');
      if (exchange.route !== 'cash' || reply.status !== 200 || user === undefined) return reply;
      const { balances, ...rest } = cash(user);
      const own = user.language === 'tr' ? { overdraft: { limit: 15_000, iban: 'TR330006100519786457841326' } } : {};
      Object.assign(template, rest, own, { balances });
      return { ...reply, value: { ...template } };
    });
  },
};
