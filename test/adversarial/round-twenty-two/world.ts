import { type Form, formOf } from './form.ts';
import type { Bag, Client, Language } from './types.ts';

export interface User {
  readonly id: string;
  readonly language: Language;
  readonly denied?: boolean;
}

/** Everything that one start owns: no state lives in a module. */
export interface World {
  readonly on: (id: string) => boolean;
  readonly form: Form;
  readonly users: ReadonlyMap<string, User>;
  readonly clients: { readonly scoped: Client; readonly unscoped: Client };
  readonly audience: string;
  readonly otherAudience: string;
  readonly issuer: string;
  readonly started: number;
  readonly addresses: Map<string, Bag>;
  readonly former: Map<string, Bag>;
  readonly numbered: Map<string, Bag>;
  readonly intake: { user: string; address: Bag }[];
  readonly seen: Map<string, number>;
  readonly waiters: ((user: string) => void)[];
  readonly cloakroom: Map<number, string>;
  readonly queues: Map<string, Promise<void>>;
  readonly count: (name: string) => number;
  switchedBack: boolean;
}

const address = (line1: string, city: string, postalCode: unknown, countryCode: string): Bag => ({
  line1,
  line2: 'c/o Berger',
  city,
  postalCode,
  countryCode,
});

export function newWorld(toggle: string | undefined): World {
  const people: User[] = [
    { id: 'a1b2c3d4e5f60718293a4b50', language: 'en' },
    { id: 'b7c6d5e4f3a29180716253c0', language: 'de' },
    { id: 'c0ffee00decafbad12345670', language: 'en', denied: true },
  ];
  const counts = new Map<string, number>();
  return {
    on: (id) => id === toggle,
    form: formOf(toggle),
    users: new Map(people.map((user) => [user.id, user])),
    clients: {
      scoped: { id: 'partner-desk', secret: 'vM3-qR8x-Lw27-scoped' },
      unscoped: { id: 'ledger-feed', secret: 'tP9-zK4c-Hn51-plain' },
    },
    audience: 'https://bus.invest.example/investing',
    otherAudience: 'https://bus.invest.example/reporting',
    issuer: 'https://sts.invest.example/',
    started: Math.floor(Date.now() / 1000),
    addresses: new Map([
      ['a1b2c3d4e5f60718293a4b50', address('12 Mill Lane', 'Leeds', 'LS1 4AP', 'GB')],
      ['b7c6d5e4f3a29180716253c0', address('Lindenweg 8', 'Ulm', 89073, 'DE')],
      ['c0ffee00decafbad12345670', address('3 Quay Street', 'Cork', 'T12 X8N6', 'IE')],
    ]),
    former: new Map(),
    numbered: new Map(),
    intake: [],
    seen: new Map(),
    waiters: [],
    cloakroom: new Map(),
    queues: new Map(),
    count: (name) => {
      const next = (counts.get(name) ?? 0) + 1;
      counts.set(name, next);
      return next;
    },
    switchedBack: false,
  };
}
