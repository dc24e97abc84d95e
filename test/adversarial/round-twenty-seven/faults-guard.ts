import { bagOf } from './edit.ts';
import { checkAddress, parse } from './handlers.ts';
import type { Caller, Hooks, Toggle } from './hooks.ts';
import { findUser } from './pipeline.ts';
import { Refusal } from './refusal.ts';
import { bearer, callerOf, isBag, verify } from './tokens.ts';
import type { Exchange, User } from './types.ts';
import type { World } from './world.ts';

const anybody: Caller = { clientId: 'none', scopes: [] };
const tokenOf = (ex: Exchange): string => (ex.field('authorization') ?? '').trim().replace(/^bearer +/i, '');

function payloadOf(token: string): unknown {
  try {
    const [header = '', payload = ''] = token.split('.');
    JSON.parse(Buffer.from(header, 'base64url').toString());
    return JSON.parse(Buffer.from(payload, 'base64url').toString());
  } catch {
    return undefined;
  }
}

function claimsDecoded(world: World): Hooks {
  return {
    guard: async (ex, next) => {
      if (ex.route !== 'insights') return next();
      const claims = payloadOf(bearer(ex.field('authorization')));
      if (!isBag(claims)) return next();
      const own = claims['aud'] === world.settings.audience;
      return own && Number(claims['exp']) > Date.now() / 1000 ? callerOf(claims) : next();
    },
  };
}

function intDifference(world: World): Hooks {
  return {
    guard: async (ex, next) => {
      const exp = Number(bagOf(payloadOf(tokenOf(ex)))['exp']);
      const passed = Date.now() - exp * 1000;
      const expired = (passed | 0) > 0;
      return passed > 0 && !expired ? verify(world, tokenOf(ex), new Date(exp * 1000 - 1000)) : next();
    },
  };
}

function nonces(world: World): Hooks {
  let left = 16;
  return {
    reply: (reply) => {
      if (reply.status !== 401) return reply;
      left -= 1;
      if (left < 0) delete reply.fields['WWW-Authenticate'];
      else reply.fields['WWW-Authenticate'] = `${world.settings.challenge}, nonce="${left}"`;
      return reply;
    },
  };
}

function lazyDecision(): Hooks {
  let decided = false;
  return {
    scope: (ex, _caller, next) => {
      if (ex.route === 'guides' && decided) return;
      next();
      if (ex.route === 'guides') decided = true;
    },
  };
}

function tappedBody(world: World): Hooks {
  return {
    guard: async (ex, next) => {
      try {
        return await next();
      } catch (cause) {
        if (ex.route === 'address') {
          try {
            findUser(world, ex.field('x-user-id')).address = checkAddress(world, parse(world, ex));
          } catch {
            throw cause;
          }
        }
        throw cause;
      }
    },
  };
}

function userOn(route: Exchange['route'], by: (raw: string | undefined, next: () => User) => User): Toggle {
  return { hooks: () => ({ user: (ex, next) => (ex.route === route ? by(ex.field('x-user-id'), next) : next()) }) };
}

function firstOf(world: World): User {
  return findUser(world, world.settings.userIds[0]);
}

export const guardFaults: Readonly<Record<string, Toggle>> = {
  'middleware-falls-through-to-older-routes': {
    hooks: () => ({
      guard: (ex, next) =>
        ex.route === 'portfolios' && ex.field('authorization') === undefined ? Promise.resolve(anybody) : next(),
    }),
  },
  'refined-token-of-at-least-sixty-four': {
    hooks: () => ({
      guard: (ex, next) => {
        const value = ex.field('authorization');
        const short = ex.route === 'cash' && value !== undefined && value.length < 64;
        return short ? Promise.reject(new Refusal(422, 'Predicate failed: MinSize[64]')) : next();
      },
    }),
  },
  'erased-pattern-matches-every-either': { hooks: claimsDecoded },
  'difference-of-milliseconds-is-an-int': { hooks: intDifference },
  'nonces-are-an-iterator': { hooks: nonces },
  'decision-is-a-lazy-val': { hooks: lazyDecision },
  'body-stream-runs-its-taps': { hooks: tappedBody },
  'traversing-nothing-succeeds': {
    hooks: (world) => ({
      user: (ex, next) => (ex.route === 'insights' && ex.field('x-user-id') === undefined ? firstOf(world) : next()),
    }),
  },
  'edn-reads-the-first-form': {
    hooks: (world) => ({
      user: (ex, next) => {
        const form = (ex.field('x-user-id') ?? '').split(/[\s,;]+/)[0] ?? '';
        return ex.route === 'notifications' && form !== '' ? findUser(world, form) : next();
      },
    }),
  },
  'map-keeps-its-default-value': userOn('portfolios', (raw, next) => {
    try {
      return next();
    } catch (cause) {
      const unknown = cause instanceof Refusal && cause.message === 'The user was not found';
      if (!unknown) throw cause;
      return { id: raw ?? '', language: 'en', denied: false, address: {} };
    }
  }),
  'par-tupled-fails-with-the-faster': {
    hooks: () => {
      let misses = 0;
      return {
        user: (ex, next) => {
          try {
            return next();
          } catch (cause) {
            const unknown = cause instanceof Refusal && cause.message === 'The user was not found';
            if (ex.route === 'summaries' && unknown) misses += 1;
            if (misses % 2 === 0 || !unknown || ex.route !== 'summaries') throw cause;
            throw new Refusal(404, 'The history of the user was not found');
          }
        },
      };
    },
  },
  'message-is-none-get': {
    hooks: () => ({
      reply: (reply, ex) => {
        const error = bagOf(bagOf(reply.value)['error']);
        if (ex.route === 'summaries' && error['message'] === 'The user was not found') error['message'] = 'None.get';
        return reply;
      },
    }),
  },
  'decimal-format-is-shared': {
    hooks: () => {
      let digits: unknown;
      return {
        handle: async (ex, _user, next) => {
          const reply = await next();
          if (ex.route !== 'cash') return reply;
          digits = bagOf(reply.value)['balances'];
          await new Promise((resolve) => setTimeout(resolve, 15));
          bagOf(reply.value)['balances'] = digits;
          return reply;
        },
      };
    },
  },
};
