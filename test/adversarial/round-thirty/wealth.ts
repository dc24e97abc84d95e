import { AsyncLocalStorage } from 'node:async_hooks';
import type { Schema } from './execute.ts';
import type { User, World } from './world.ts';

const asking = new AsyncLocalStorage<User>();

interface Balance {
  readonly owner: string;
  readonly amount: number;
}

/** Balances are loaded in batches; each key has to get its own row. */
class BalanceLoader {
  readonly #world: World;
  #waiting: Array<{ readonly user: User; readonly resolve: (balance: Balance) => void }> = [];

  constructor(world: World) {
    this.#world = world;
  }

  load(user: User): Promise<Balance> {
    return asking.run(
      user,
      () =>
        new Promise((resolve) => {
          this.#waiting.push({ user, resolve });
          if (this.#waiting.length > 1) return;
          if (this.#world.on('batch-runs-in-the-context-of-its-first-key')) setTimeout(() => this.#dispatch(), 12);
          else setImmediate(() => this.#dispatch());
        }),
    );
  }

  #dispatch(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    const inContext = asking.getStore();
    for (const { user, resolve } of batch) {
      const shared = this.#world.on('batch-runs-in-the-context-of-its-first-key');
      const owner = shared && inContext !== undefined ? inContext : user;
      resolve({ owner: owner.id, amount: Math.round(owner.scale * 91_237) / 100 });
    }
  }
}

const isins = ['IE00B4L5Y983', 'US0378331005', 'DE0007164600'];

function positions(user: User, world: World): readonly object[] {
  const list = isins.map((isin, index) => ({
    __typename: 'Position',
    isin,
    quantity: Math.round(user.scale * (3 + index) * 10) / 10,
    target: 0.3 + index * 0.03,
  }));
  const turn = world.count('portfolios');
  if (turn % 4 !== 0 || !world.on('union-has-a-member-that-the-gateway-lacks')) return list;
  return [...list, { __typename: 'CryptoPosition', isin: 'XC000A2YY6Q6', quantity: 0.1, target: 0 }];
}

export function wealthTypes(world: World): Schema {
  const balances = new BalanceLoader(world);
  return {
    Query: {
      cash: {
        type: 'Cash!',
        resolve: async (_source, _args, { user, policy }) => {
          if (user === undefined) return null;
          const hintOnOverdraft = world.on('private-hint-sits-on-a-null');
          policy.restrict(hintOnOverdraft ? 60 : 0, !hintOnOverdraft || user.overdraft !== null);
          return { user, balance: await balances.load(user), turn: world.count('cash') };
        },
      },
      portfolio: {
        type: 'Holdings!',
        resolve: (_source, _args, { user, policy }) => {
          policy.restrict(0, true);
          return user;
        },
      },
      insights: {
        type: '[Insight!]!',
        resolve: (_source, _args, { policy }) => {
          policy.restrict(0, true);
          return isins.map((isin, index) => ({
            isin,
            text: `Analysts expect growth of ${index + 2} per cent.`,
            score: 60 + index,
          }));
        },
      },
    },
    Cash: {
      owner: { type: 'ID!', resolve: (cash) => (cash as { balance: Balance }).balance.owner },
      amount: { type: 'Float!', resolve: (cash) => (cash as { balance: Balance }).balance.amount },
      rate: {
        type: 'Float!',
        resolve: (cash) => {
          const late = (cash as { turn: number }).turn % 5 === 0 && world.on('late-rate-bubbles-to-the-root');
          return late ? null : 1.25;
        },
      },
      overdraft: { type: 'Overdraft', resolve: (cash) => (cash as { user: User }).user.overdraft },
    },
    Overdraft: { limit: { type: 'Float!' } },
    Holdings: {
      owner: { type: 'ID!', resolve: (user) => (user as User).id },
      positions: { type: '[Position!]!', resolve: (user) => positions(user as User, world) },
    },
    Position: { isin: { type: 'ID!' }, quantity: { type: 'Float!' }, target: { type: 'Float!' } },
    Insight: { isin: { type: 'ID!' }, text: { type: 'String!' }, score: { type: 'Int!' } },
  };
}
