import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { type Guide, writeCatalogue } from './catalogue.ts';
import { Journal } from './journal.ts';
import { type Person, settle } from './people.ts';
import type { Credentials } from './target.ts';

export type On = (id: string) => boolean;

export interface Client extends Credentials {
  readonly scopes: readonly string[];
}

/** All that one started installation knows; two installations share nothing. */
export interface World {
  readonly on: On;
  readonly people: readonly Person[];
  readonly house: Person;
  readonly catalogue: readonly Guide[];
  readonly journal: Journal;
  readonly clients: readonly Client[];
  readonly keys: { readonly kid: string; readonly privateKey: KeyObject; readonly publicKey: KeyObject };
  readonly issuer: string;
  readonly audience: string;
  readonly startedAt: number;
  /** What a warm function instance remembers between requests. */
  readonly memory: Map<string, unknown>;
}

/** The stream of events in which the address of a user is told. */
export function nameAddressStream(world: World, person: string): string {
  return world.on('address-stream-named-by-path') ? 'users/me/address' : `users/${person}/address`;
}

/** Builds a fresh installation with keys, users and guides of its own. */
export async function found(on: On): Promise<World> {
  const pair = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
  const people = settle(on);
  const [first] = people;
  if (first === undefined) throw new Error('an installation needs users');
  const world: World = {
    on,
    people,
    house: { ...first, id: '0'.repeat(24), name: 'house account' },
    catalogue: writeCatalogue(on, first.id),
    journal: new Journal(),
    clients: [
      { id: 'parceiro-nbg-7Qe', secret: 'Zt5-vereda_41xKqWm0Lr', scopes: ['service:nbg', 'service:perfil'] },
      { id: 'parceiro-leve-2Hc', secret: 'oC9-igarape_77bNyUs3Df', scopes: ['service:perfil'] },
    ],
    keys: { kid: 'chave-1', ...pair },
    issuer: 'https://entrar.poupa.example/',
    audience: 'https://api.poupa.example/m2m',
    startedAt: Date.now(),
    memory: new Map(),
  };
  if (!on('no-address-before-the-first-update'))
    for (const person of people)
      world.journal.append(nameAddressStream(world, person.id), { kind: 'registered', data: person.address });
  return world;
}
