import { createHash } from 'node:crypto';
import type { On } from './world.ts';

export type Language = 'pt' | 'hi';

export interface Position {
  readonly assetId: string;
  readonly values: readonly number[];
}

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly language: Language;
  readonly locale: string;
  readonly currency: string;
  readonly denied: boolean;
  readonly pockets: Readonly<Record<string, number>>;
  readonly cash: readonly number[];
  readonly savings: readonly number[];
  readonly positions: readonly Position[];
  readonly silenced: readonly string[];
  readonly address: Address;
}

export interface Address {
  readonly line1?: unknown;
  readonly line2?: unknown;
  readonly city?: unknown;
  readonly postalCode?: unknown;
  readonly countryCode?: unknown;
}

const nameId = (name: string): string => createHash('sha1').update(name).digest('hex').slice(0, 24);

/** Makes the users of one installation: a Brazilian, an Indian, and one whose summaries are closed. */
export function settle(on: On): readonly Person[] {
  const padded = on('ids-padded-with-zeros');
  const first: Person = {
    id: padded ? '2a'.padStart(24, '0') : nameId('heloisa'),
    name: 'Heloísa Guimarães',
    language: 'pt',
    locale: on('first-user-reads-basque') ? 'eu' : 'pt-BR',
    currency: on('first-user-reads-basque') ? 'EUR' : 'BRL',
    denied: false,
    pockets: { BRL: 4120.55, USD: 310.2 },
    cash: [4300, 4020.1, 4120.55],
    savings: [12000, 12004.31, 12008.62],
    positions: [
      { assetId: 'PETR4', values: [2200, 2260.4, 2233.1] },
      { assetId: 'VALE3', values: [1800, 1755.25, 1790.9] },
      { assetId: 'BOVA11', values: [940.5, 948, 933.75] },
      { assetId: 'WEGE3', values: [410, 409.2, 431.65] },
    ],
    silenced: ['app_promotional', 'email_servicebites'],
    address: {
      line1: 'Rua Augusta, 1508',
      line2: 'Apto 42',
      city: 'São Paulo',
      postalCode: '01304-001',
      countryCode: 'BR',
    },
  };
  const second: Person = {
    id: padded ? '2b'.padStart(24, '0') : nameId('devika'),
    name: 'देविका नायर',
    language: 'hi',
    locale: on('digits-beyond-the-first-plane') ? 'ff-Adlm-GN' : 'hi-IN-u-nu-deva',
    currency: on('digits-beyond-the-first-plane') ? 'GNF' : 'INR',
    denied: false,
    pockets: { INR: 88210.4 },
    cash: [90100, 88900.75, 88210.4],
    savings: [50500, 50512.15, 50524.3],
    positions: [
      { assetId: 'RELIANCE', values: [30500, 30120.6, 30890] },
      { assetId: 'TCS', values: [21000, 21340.2, 21105.5] },
      { assetId: 'NIFTYBEES', values: [8000, 8050.35, 8111] },
    ],
    silenced: ['app_daily_recap', 'email_promotional'],
    address: {
      line1: '१४ गांधी मार्ग',
      line2: 'तल २',
      city: 'पुणे',
      postalCode: 411001,
      countryCode: 'IN',
    },
  };
  const denied: Person = { ...first, id: nameId('encerrada'), name: 'Conta Encerrada', denied: true };
  if (!on('assets-named-in-several-ways')) return [first, second, denied];
  const names = ['BRPETRACNPR6', 'BTC/BRL', 'urn:asset:3f0e', '₹ liquid #1', '7'];
  const rename = (person: Person): Person => ({
    ...person,
    positions: person.positions.map((position, index) => ({ ...position, assetId: names[index] ?? position.assetId })),
  });
  return [rename(first), rename(second), rename(denied)];
}
