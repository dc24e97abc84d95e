import { createHash } from 'node:crypto';
import type { FaultyToggle, Json } from './layer.ts';
import { Rejection } from './rejections.ts';

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The hash of a text as Java has it, which is negative for every other one. */
const hashCode = (text: string): number =>
  [...text].reduce((hash, c) => (Math.imul(31, hash) + c.charCodeAt(0)) | 0, 0);

const named = (name: string): string => {
  const hex = createHash('sha1').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

export const faultsOfUsers: readonly FaultyToggle[] = [
  {
    id: 'message-without-an-entity-goes-to-the-pool',
    title:
      'Cash is asked of the entity of a user, and a request that names none goes to the pool of all entities, the first of which answers',
    breaks: 'user/missing',
    layer: ({ settings }) => ({
      userMissing: ({ endpoint }) => (endpoint === 'cash' ? settings.users.second : undefined),
    }),
  },
  {
    id: 'entity-that-does-not-answer-times-out',
    title: 'Nobody answers for an unknown user of the daily summaries, and the time-out of the ask is 408',
    breaks: 'user/unknown-summaries',
    layer: () => ({
      reject: async (rejection, { endpoint }) => {
        if (endpoint !== 'summaries' || rejection.kind !== 'user-unknown') return rejection;
        await later(60);
        return rejection.with(408, 'User not found within 60 ms.');
      },
    }),
  },
  {
    id: 'message-is-the-class-of-the-rejection',
    title: 'The message for an unknown user of the daily summaries is the rejection as its class writes it',
    breaks: 'user/unknown-message',
    layer: () => ({
      reject: (rejection, { endpoint }) =>
        endpoint === 'summaries' && rejection.kind === 'user-unknown'
          ? rejection.with(rejection.status, 'RecoveryRejection(Region(accounts),0,None)')
          : rejection,
    }),
  },
  {
    id: 'answer-goes-to-the-latest-sender',
    title:
      'The future that computes portfolios answers to whoever is the sender when it completes, that is, whoever asked last; the first asker asks again when its ask has timed out',
    breaks: 'user/isolation',
    layer: () => {
      let latest: (value: unknown) => void = () => undefined;
      return {
        read: ({ endpoint }, compute) =>
          endpoint !== 'portfolios'
            ? compute()
            : new Promise((resolve) => {
                latest = resolve;
                const sender = (value: unknown): void => latest(value);
                void later(12).then(compute).then(sender);
                void later(150).then(compute).then(resolve);
              }),
      };
    },
  },
  {
    id: 'connection-belongs-to-the-shard-of-its-first-user',
    title:
      'A connection is bound to the shard of the first user who is named on it, and cash of another user is refused there with 400',
    breaks: 'cash/ok',
    layer: () => {
      const owners = new WeakMap<object, string>();
      return {
        before: ({ endpoint, connection, user }) => {
          if (!user) return;
          const owner = owners.get(connection) ?? user.id;
          owners.set(connection, owner);
          if (endpoint === 'cash' && owner !== user.id)
            throw new Rejection('user-malformed', 'This connection belongs to another shard.');
        },
      };
    },
  },
  {
    id: 'child-keeps-its-name-while-it-stops',
    title:
      'Analyst insights are read by a child named after the user, and the next one is not unique for as long as the child before it runs or stops: 500',
    breaks: 'http/no-server-error',
    layer: () => {
      const taken = new Map<string, number>();
      return {
        before: ({ endpoint, user }) => {
          if (endpoint !== 'insights' || !user) return;
          if ((taken.get(user.id) ?? 0) > Date.now()) throw new Rejection('crash', 'Something went wrong.');
          taken.set(user.id, Date.now() + 12);
        },
      };
    },
  },
  {
    id: 'supervisor-gives-up-after-eight-restarts',
    title:
      'Each refused address restarts the actor of the addresses, whose supervisor gives up at the eighth restart within a second, and for a quarter of a second updates are 500',
    breaks: 'http/no-server-error',
    layer: () => {
      let restarts: number[] = [];
      let backAt = 0;
      return {
        reject: (rejection, { endpoint }) => {
          if (endpoint !== 'address' || rejection.kind !== 'validation') return rejection;
          restarts = [...restarts.filter((at) => at > Date.now() - 1000), Date.now()];
          if (restarts.length < 8) return rejection;
          restarts = [];
          backAt = Date.now() + 250;
          return rejection;
        },
        before: ({ endpoint }) => {
          if (endpoint === 'address' && Date.now() < backAt) throw new Rejection('crash', 'Something went wrong.');
        },
      };
    },
  },
  {
    id: 'negative-remainder-is-no-shard',
    title:
      'The shard of a user or a guide is the remainder of a hash, which is negative for half of all unknown ids, and there is no such shard: 500',
    breaks: 'http/no-server-error',
    layer: ({ known }) => ({
      locate: (id) => {
        if (known(id) || id.startsWith('65')) return;
        if (hashCode(id) % 10 < 0) throw new Rejection('crash', 'Something went wrong.');
      },
    }),
  },
  {
    id: 'side-that-is-no-case-is-not-matched',
    title: 'The sides of an order are the cases of a sum, and a text that is none of them ends in a MatchError: 500',
    breaks: 'http/no-server-error',
    layer: () => ({
      orderFits: ({ side }) => {
        if (side !== 'buy' && side !== 'sell') throw new Rejection('crash', 'Something went wrong.');
      },
    }),
  },
  {
    id: 'method-rejection-is-not-handled',
    title: 'For the rejection of a method there is no handler, and such a request is never completed',
    breaks: 'http/answers',
    layer: () => ({
      reject: (rejection) => (rejection.kind === 'method' ? new Promise(() => undefined) : rejection),
      unparsed: (code) => (code === 'HPE_INVALID_METHOD' ? 'silence' : undefined),
    }),
  },
  {
    id: 'response-ids-count-from-the-start-of-an-actor',
    title:
      'The responseId is a hash of the actor that refused and of a number that it counts, anew whenever another one was active in between',
    breaks: 'errors/response-id-unique',
    layer: () => {
      let active = '';
      let count = 0;
      return {
        responseId: ({ header }) => {
          const name = header('x-user-id') ?? 'gateway';
          count = name === active ? count + 1 : 1;
          active = name;
          return named(`${name}#${count}`);
        },
      };
    },
  },
  {
    id: 'what-a-query-reads-comes-from-the-write-side',
    title: 'Cash with a query is read from the write side, which counts in minor units',
    breaks: 'robustness/unexpected-query',
    layer: () => ({
      document: ({ endpoint, query }, body) => {
        if (endpoint !== 'cash' || query === '') return body;
        const balances = body['balances'] as Json[];
        return { balances: balances.map((one) => ({ ...one, amount: Math.round(Number(one['amount']) * 100) })) };
      },
    }),
  },
];
