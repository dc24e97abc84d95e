import { bagOf } from './edit.ts';
import type { Hooks, Toggle } from './hooks.ts';
import { clientOf, grantFor, oauthError, verify } from './tokens.ts';
import type { Bag, Reply } from './types.ts';
import type { World } from './world.ts';

type Faults = Readonly<Record<string, Toggle>>;

function answered(by: (value: Bag, reply: Reply, count: number) => void): Toggle {
  return {
    hooks: () => {
      let count = 0;
      return {
        grant: async (_ask, next) => {
          const reply = await next();
          if (reply.status === 200) {
            count += 1;
            by(bagOf(reply.value), reply, count);
          }
          return reply;
        },
      };
    },
  };
}

function regrant(world: World, when: (ask: Bag, reply: Reply) => boolean): Hooks {
  return {
    grant: async (ask, next) => {
      const reply = await next();
      const bag = bagOf(ask);
      const client = clientOf(world, bag);
      return reply.status !== 200 && client && when(bag, reply) ? grantFor(world, {}, client) : reply;
    },
  };
}

const secretOf = (world: World, ask: Bag): string | undefined => clientOf(world, ask)?.secret;

function reloading(world: World): Hooks {
  const held = new Set<unknown>();
  return {
    grant: async (ask, next) => {
      const bag = bagOf(ask);
      const reply = await next();
      if (reply.status === 200) held.add(bag['client_id']);
      const client = clientOf(world, bag);
      const failed = reply.status === 401 && client !== undefined && held.has(client.id);
      return failed ? grantFor(world, {}, client) : reply;
    },
  };
}

function testClock(world: World): Hooks {
  const born = Date.now();
  return {
    claims: (claims) => ({ ...claims, exp: world.settings.lifetime }),
    guard: async (ex, next) => {
      const token = /^bearer +(\S+)$/i.exec((ex.field('authorization') ?? '').trim())?.[1] ?? '';
      const live = Date.now() - born < world.settings.lifetime * 1000;
      const payload = token.split('.')[1] ?? '';
      const stands = Buffer.from(payload, 'base64url').toString().includes(`"exp":${world.settings.lifetime},`);
      return live && stands ? verify(world, token, new Date(0)) : next();
    },
  };
}

export const tokenFaults: Faults = {
  'duration-is-length-and-unit': answered((value) => {
    value['expires_in'] = { length: 1, unit: 'HOURS' };
  }),
  'collect-drops-what-it-does-not-know': {
    hooks: (world) =>
      regrant(world, (ask) => {
        const grants = [ask['grant_type']].filter((one) => one === 'client_credentials' || one === 'implicit');
        const right = ask['client_secret'] === secretOf(world, ask) && ask['audience'] === world.settings.audience;
        return right && typeof ask['grant_type'] === 'string' && grants.every((one) => one === 'client_credentials');
      }),
  },
  'reload-that-fails-keeps-the-value': { hooks: reloading },
  'ior-goes-on-with-its-warnings': {
    hooks: (world) => regrant(world, (ask) => ask['client_secret'] === undefined && ask['grant_type'] !== undefined),
  },
  'test-clock-in-the-live-layer': { hooks: testClock },
  'caching-rule-is-metadata': answered((_value, reply, count) => {
    if (count > 1) delete reply.fields['Cache-Control'];
  }),
  'scopes-are-a-set-literal': answered((value) => {
    value['scope'] = `#{${String(value['scope'])}}`;
  }),
  'an-either-is-ok': {
    hooks: () => ({
      grant: async (_ask, next) => {
        const reply = await next();
        if (reply.status === 200) return reply;
        return { ...oauthError(200, ''), value: { Left: reply.value } };
      },
    }),
  },
};
