import { bagOf } from './edit.ts';
import { answer, json, parse } from './handlers.ts';
import type { Toggle } from './hooks.ts';
import { isBag } from './tokens.ts';
import type { Exchange, Reply, Route } from './types.ts';
import type { World } from './world.ts';

function writes(route: Route, by: (body: unknown, ex: Exchange, world: World) => Promise<Reply> | undefined): Toggle {
  return {
    hooks: (world) => ({
      handle: async (ex, _user, next) => {
        if (ex.route !== route) return next();
        const made = by(parse(world, ex), ex, world);
        return made ?? next();
      },
    }),
  };
}

/** The same request with another body. */
function again(world: World, ex: Exchange, user: Parameters<typeof answer>[2], body: unknown): Reply {
  return answer(world, { ...ex, body: Buffer.from(JSON.stringify(body)) }, user);
}

export const writeFaults: Readonly<Record<string, Toggle>> = {
  'currency-of-no-country': writes('address', (body) => {
    const code = bagOf(bagOf(body)['address'])['countryCode'];
    const unknown = typeof code === 'string' && !/^[A-Z]{2}$/.test(code);
    return unknown ? Promise.reject(new Error('IllegalArgumentException')) : undefined;
  }),
  'alternation-overflows-the-stack': writes('address', (body) => {
    const line = bagOf(bagOf(body)['address'])['line1'];
    const long = typeof line === 'string' && line.length > 4096;
    return long ? Promise.reject(new Error('StackOverflowError')) : undefined;
  }),
  'decoder-prints-what-it-cannot-read': {
    hooks: (world) => ({
      handle: async (ex, user, next) => {
        if (ex.route !== 'address') return next();
        const body = parse(world, ex);
        const address = bagOf(bagOf(body)['address']);
        const { line2 } = address;
        if (typeof line2 !== 'object' || line2 === null) return next();
        return again(world, ex, user, { address: { ...address, line2: JSON.stringify(line2) } });
      },
    }),
  },
  'side-is-sought-in-a-cycle': writes('orders', (body) => {
    const side = bagOf(body)['side'];
    const endless = typeof side === 'string' && side !== 'buy' && side !== 'sell';
    return endless ? new Promise<Reply>(() => undefined) : undefined;
  }),
  'left-assigned-and-not-bound': {
    hooks: (world) => ({
      handle: async (ex, user, next) => {
        const body = ex.route === 'orders' ? parse(world, ex) : undefined;
        const amount = bagOf(body)['amount'];
        if (!isBag(body) || typeof amount !== 'number' || amount > 0) return next();
        again(world, ex, user, { ...body, amount: 1 });
        return json({ state: 'accepted', order: body }, 'no-store', 201);
      },
    }),
  },
  'keyword-of-a-list-is-nil': {
    hooks: (world) => ({
      handle: async (ex, user, next) => {
        const body = ex.route === 'orders' ? parse(world, ex) : undefined;
        const side = bagOf(body)['side'];
        if (!isBag(body) || typeof side !== 'object' || side === null) return next();
        return again(world, ex, user, { ...body, side: 'buy' });
      },
    }),
  },
};
