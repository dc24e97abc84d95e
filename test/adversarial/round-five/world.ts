import { createHash } from 'node:crypto';

export interface User {
  id: string;
  language: 'tr' | 'ar' | 'bn';
  locale: string;
  currency: string;
  factor: number;
  denied: boolean;
}

export interface Guide {
  id: string;
  position: number;
  key: string;
  slug: string;
  chapterCount: number;
}

/** Carries events from those who write to the read models. */
export class Bus {
  #handlers: [string, (event: Record<string, unknown>) => void][] = [];

  subscribe(kind: string, handler: (event: Record<string, unknown>) => void): void {
    this.#handlers.push([kind, handler]);
  }

  publish(kind: string, event: Record<string, unknown>): void {
    for (const [wanted, handler] of this.#handlers) if (wanted === kind) handler(event);
  }
}

export interface World {
  on: (id: string) => boolean;
  bus: Bus;
  users: readonly User[];
  guides: readonly Guide[];
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

/** Makes the data of one installation. */
export function createWorld(toggle: string | undefined): World {
  const on = (id: string) => id === toggle;
  const seed = Math.random().toString(36);
  const near = digest(`${seed}near`).slice(0, 23);
  const id = (name: string, last: string) =>
    on('user-ids-differ-at-the-end') ? `${near}${last}` : digest(seed + name);
  const second: Pick<User, 'language' | 'locale' | 'currency'> = on('second-user-reads-bengali')
    ? { language: 'bn', locale: 'bn-BD', currency: 'BDT' }
    : { language: 'ar', locale: 'ar-EG', currency: 'EGP' };
  const users: User[] = [
    { id: id('first', '1'), language: 'tr', locale: 'tr-TR', currency: 'TRY', factor: 1, denied: false },
    { id: id('second', '2'), ...second, factor: 7.3, denied: false },
    { id: id('denied', '3'), language: 'tr', locale: 'tr-TR', currency: 'TRY', factor: 3.1, denied: true },
  ];
  const guides = Array.from({ length: 25 }, (_, position): Guide => {
    const guideId = position === 24 ? `65dead${digest(`${seed}last`).slice(6)}` : digest(`${seed}guide${position}`);
    const plain = on('key-slug-and-id-are-one');
    const key = plain ? guideId : position === 7 ? 'on' : `guide-${position + 1}`;
    return { id: guideId, position, key, slug: plain ? guideId : `${key}-basics`, chapterCount: 1 + (position % 6) };
  });
  return { on, bus: new Bus(), users, guides };
}

/** Writes an amount as the user reads it. */
export function money(world: World, user: User, amount: number): string {
  const currencyDisplay = world.on('currencies-are-named-in-words') ? 'name' : 'symbol';
  const text = new Intl.NumberFormat(user.locale, {
    style: 'currency',
    currency: user.currency,
    currencyDisplay,
  }).format(amount);
  return world.on('amounts-stand-between-bidi-marks') ? `\u2068\u200f${text}\u2069` : text;
}

/** Writes a share as the user reads it. */
export function percent(user: User, share: number): string {
  return new Intl.NumberFormat(user.locale, { style: 'percent', maximumFractionDigits: 1 }).format(share);
}
