import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { AddressStore } from './address-store.ts';
import { type Guide, makeGuides, makeUsers, type User } from './catalogue.ts';
import type { Client } from './types.ts';

export interface Grants {
  readonly mask: bigint;
}

interface PooledRow {
  user: User | undefined;
}

/** All state of one running service. */
export class World {
  readonly is: (id: string) => boolean;
  readonly users: readonly User[];
  readonly guides: readonly Guide[];
  readonly addresses: AddressStore;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly audience: string;
  readonly otherAudience: string;
  readonly clients: { readonly scoped: Client; readonly unscoped: Client };
  readonly base: string;
  readonly node = randomUUID().slice(0, 24);
  /** The epoch of the configuration in which a token was decoded. */
  readonly verified = new Map<string, number>();
  readonly sampled = new Map<string, Grants>();
  readonly rowPool: PooledRow[] = [{ user: undefined }];
  readonly counters = new Map<string, number>();
  ring = 0;
  epoch = 0;
  errors = 0;
  poisoned = false;
  parserBroken = false;
  predictor = 0;
  lastCashUser: User | undefined;
  guideSlots: Guide[] = [];

  constructor(toggle: string | undefined) {
    this.is = (id) => id === toggle;
    this.users = makeUsers(this.is);
    this.guides = makeGuides(this.is);
    this.addresses = new AddressStore(this.users, this.is);
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.privateKey = pair.privateKey;
    this.publicKey = pair.publicKey;
    this.audience = this.is('other-audience-lacks-a-slash')
      ? 'https://api.ferrite.example/invest/'
      : 'https://api.ferrite.example/invest';
    this.otherAudience = this.chooseOther();
    this.base = this.is('base-of-two-hundred-characters') ? `/${'cell-7.'.repeat(28)}z` : '';
    this.clients = this.chooseClients();
  }

  private chooseOther(): string {
    if (this.is('other-audience-lacks-a-slash')) return this.audience.slice(0, -1);
    if (this.is('other-audience-differs-in-case')) return 'https://api.ferrite.example/Invest';
    return 'https://reports.ferrite.example/invest';
  }

  private chooseClients(): World['clients'] {
    if (this.is('client-ids-are-emoji')) {
      return { scoped: { id: '🦀🔒', secret: 'kq83-long' }, unscoped: { id: '🦀🔓', secret: 'pz17-wide' } };
    }
    if (this.is('secrets-spell-null-and-false')) {
      return { scoped: { id: 'ferrite-1', secret: 'null' }, unscoped: { id: 'ferrite-2', secret: 'false' } };
    }
    return {
      scoped: { id: 'ferrite-1', secret: 'wq7-Xr29-kkTz-81' },
      unscoped: { id: 'ferrite-2', secret: 'ub4-Ln63-oyPe-57' },
    };
  }

  /** Counts the uses of a name, beginning at one. */
  tick(name: string): number {
    const next = (this.counters.get(name) ?? 0) + 1;
    this.counters.set(name, next);
    return next;
  }

  userById(id: string): User | undefined {
    return this.users.find((user) => user.id === id);
  }
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
