import { randomUUID } from 'node:crypto';
import type { User } from './types.ts';

/** Everything that one started instance knows. */
export interface State {
  readonly on: (toggle: string) => boolean;
  readonly users: Map<string, User>;
  readonly nextResponseId: () => string;
  /** Counts the calls of something, beginning with 1. */
  readonly count: (what: string) => number;
  readonly started: number;
  /** The plan of the portfolio query, while it is kept. */
  plan: { user: User; until: number } | undefined;
  busyContexts: number;
  culture: string;
}

const address = (line1: string, line2: string, city: string, postalCode: string, countryCode: string) => ({
  line1,
  line2,
  city,
  postalCode,
  countryCode,
});

export const userIds = {
  first: '5f8a1c0e9b7d4e2a6c3f10a7',
  second: '60c2e4b19d3f7a5508be42d1',
  denied: '61ab07fe33c98d12e45f6a9c',
};

export function createState(toggle: string | undefined): State {
  const counts = new Map<string, number>();
  const count = (what: string): number => {
    const next = (counts.get(what) ?? 0) + 1;
    counts.set(what, next);
    return next;
  };
  const on = (id: string): boolean => id === toggle;
  const users: User[] = [
    {
      id: userIds.first,
      language: 'en',
      denied: false,
      address: address('12 Harbour Row', 'Flat 3', 'Bristol', 'BS1 4RW', 'GB'),
    },
    {
      id: userIds.second,
      language: 'tr',
      denied: false,
      address: address('Istiklal Cd. 88', 'Kat 2', 'Ankara', '06420', 'TR'),
    },
    {
      id: userIds.denied,
      language: 'en',
      denied: true,
      address: address('4 Mill Lane', 'Annexe', 'York', 'YO1 7HZ', 'GB'),
    },
  ];
  let block: string[] = [];
  const nextResponseId = (): string => {
    if (!on('hilo-block-is-handed-out-twice')) return randomUUID();
    const place = (count('response ids') - 1) % 20;
    if (place === 0) block = Array.from({ length: 10 }, () => randomUUID());
    return block[place % 10] ?? randomUUID();
  };
  return {
    on,
    users: new Map(users.map((user) => [user.id, user])),
    nextResponseId,
    count,
    started: Date.now(),
    plan: undefined,
    busyContexts: 0,
    culture: 'en',
  };
}
