import type { Scenario } from '../../../engine/catalogue/check.ts';
import type { Bound, Exchange, Profile, Request } from '../../../engine/index.ts';
import { emptyProfile, jsonBody, pieces, sentHeader, valueText } from '../../../engine/index.ts';
import { sampleAddress } from '../../../fixtures/samples/address.ts';
import { address } from '../../../suites/users/address.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { asking, boundTo, requirementOf, untilNow } from '../asking.ts';
import { judgementsOf } from '../recorded.ts';

export type Members = Readonly<Record<string, unknown>>;
export const readBackId = 'GET /users/me/address';
export const [first, second] = ['{{user:first}}', '{{user:second}}'] as const;

/** An in-memory address server. Each part can be replaced by a faulty or another correct one. */
export interface Behaviour {
  /** Returns the refusal of an update, or undefined. Default: `wellTyped`. */
  readonly check?: (address: Members, request: Request) => Given | undefined;
  readonly store?: (
    sent: Members,
    former: Members | undefined,
    stored: Map<string, Members>,
    user: string,
  ) => Members | undefined;
  /** Runs before any check, even if the request is refused. */
  readonly hasty?: (sent: Members, stored: Map<string, Members>, user: string) => void;
  readonly show?: (address: Members | undefined) => Given;
  readonly answer?: Given;
}

/** A response to the matching steps. Their requests do not reach the server. */
export type Instead = readonly [at: RegExp, given: Given | Exchange];

/**
 * Returns an `Ask` to the server, its stored addresses, and the steps, with only the first of
 * repeated reads.
 */
export function serving(behaviour: Behaviour = {}, instead: readonly Instead[] = []) {
  const stored = new Map<string, Members>([[second, { line1: 'Elsewhere 1', city: 'Bremen' }]]);
  const steps: string[] = [];
  const plain = asking((_step, path, _nth, request) =>
    responseOf(behaviour, stored, path, request),
  );
  const ask = untilNow(async (step, request, proof) => {
    if (!/-more-(?!1$)\d+$/.test(step)) steps.push(step);
    const given = instead.find(([at]) => at.test(step))?.[1];
    if (!given) return plain(step, request, proof);
    return 'answer' in given ? given : answered({ ...given, step, request });
  });
  return { ask, steps, stored };
}

function responseOf(
  behaviour: Behaviour,
  stored: Map<string, Members>,
  path: string,
  request: Request,
): Given {
  const [user = ''] = sentHeader(request, 'x-user-id');
  if (request.method === 'GET' && path === '/users/me/address') {
    const shown = stored.get(user);
    return behaviour.show?.(shown) ?? { body: { address: shown ?? null } };
  }
  const sent = addressIn(request);
  if (sent) behaviour.hasty?.(sent, stored, user === '{{user:first|upper}}' ? first : user);
  if (sentHeader(request, 'authorization').join() !== 'Bearer {{token:scoped}}')
    return apiError(401);
  if (!user.startsWith('{{user:') || user.includes('|')) return apiError(400);
  if (sentHeader(request, 'content-type').join() !== 'application/json') return apiError(415);
  if (!sent) return apiError(400);
  const refused = behaviour.check ? behaviour.check(sent, request) : wellTyped(sent);
  if (refused) return refused;
  const kept = behaviour.store ? behaviour.store(sent, stored.get(user), stored, user) : sent;
  if (kept) stored.set(user, kept);
  return behaviour.answer ?? { status: 204, headers: [] };
}

/**
 * Refuses an address with a member that is not a scalar, or with a country code other than two
 * capitals.
 */
export function wellTyped(address: Members): Given | undefined {
  const isScalar = Object.values(address).every(
    (value) => typeof value === 'string' || typeof value === 'number',
  );
  return isScalar && /^[A-Z]{2}$/.test(String(address['countryCode'])) ? undefined : apiError(422);
}

function addressIn({ body }: Request): Members | undefined {
  try {
    const parsed = JSON.parse(body === undefined ? '' : valueText(pieces(body)));
    const address: unknown = Array.isArray(parsed) ? undefined : parsed.address;
    return typeof address === 'object' && address !== null ? (address as Members) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns an address in the United States, whose postal code is a string. */
export function inUs(city: string, line1: string, line2: string, postalCode: string) {
  return { line1, line2, city, postalCode, countryCode: 'US' };
}

export function without(address: Members, ...names: readonly string[]): Members {
  return Object.fromEntries(Object.entries(address).filter(([name]) => !names.includes(name)));
}

export function showing(shown: (address: Members) => unknown): Behaviour {
  return { show: (address = {}) => ({ body: { address: shown(address) } }) };
}

export function refusing(isRefused: (address: Members) => boolean, status = 422): Behaviour {
  return { check: (sent) => (isRefused(sent) ? apiError(status) : undefined) };
}

/** Also stores `theirs(sent, nth)` for the second user. `nth` counts earlier updates. */
export function leaving(theirs: (sent: Members, nth: number) => Members | undefined): Behaviour {
  let updates = 0;
  return {
    store: (sent, _former, stored) => {
      const left = theirs(sent, updates++);
      if (left) stored.set(second, left);
      return sent;
    },
  };
}

/** Each update deletes all other addresses. */
export const roomForOne: Behaviour = {
  store: (sent, _former, stored) => {
    stored.clear();
    return sent;
  },
};

/** Returns the context of the address endpoint in a run whose profile declares a read-back. */
export function addressBound(
  profile: Partial<Omit<Profile, 'addresses'>> & { addresses?: readonly Members[] } = {},
): Bound {
  const bound = boundTo('address');
  const [sample = sampleAddress] = profile.addresses ?? [];
  return {
    ...bound,
    profile: {
      ...emptyProfile,
      addressReadBack: { endpoint: readBackId, address: '/address' },
      ...profile,
    } as Profile,
    endpoint: { ...bound.endpoint, sample: { address: sample } },
    wellFormed: (name) => {
      const request = bound.wellFormed(name === readBackId ? 'address' : name);
      if (name === readBackId) return { ...request, method: 'GET' };
      const headers = [...request.headers, ['Content-Type', 'application/json'] as const];
      return { ...request, headers, body: jsonBody({ address: sample }) };
    },
  };
}

export interface World {
  readonly instead?: readonly Instead[];
  readonly bound?: Bound;
  /** The second user's stored address. Null means none. */
  readonly theirs?: Members | null;
}

/**
 * Runs a requirement against the server. Resolves to the judgements, the steps and the first user's
 * last address.
 */
export async function judgedAddress(name: string, behaviour: Behaviour = {}, world: World = {}) {
  const { instead, bound = addressBound(), theirs } = world;
  const { ask, steps, stored } = serving(behaviour, instead);
  if (theirs === null) stored.delete(second);
  else if (theirs) stored.set(second, theirs);
  const judgements = await judgementsOf(requirementOf<Scenario>(address, name).run(bound, ask));
  const kinds = judgements.map(({ kind }) => kind);
  return {
    judgements,
    kinds: kinds.join(),
    distinct: [...new Set(kinds)].join(),
    steps,
    stored: stored.get(first),
  };
}

function inCapitals(sent: Members): Members {
  const capitals = Object.entries(sent).map(([name, value]) => [name, String(value).toUpperCase()]);
  return { ...Object.fromEntries(capitals), updates: 'in place', changes: Math.random() };
}

/** Correct servers that show the stored address in different ways. */
export const innocent: readonly (readonly [string, Behaviour])[] = [
  ['what was sent', {}],
  ['capitals, postal codes as strings, and more members', { store: (sent) => inCapitals(sent) }],
  [
    'one line, under another name',
    showing((address) => ({ text: Object.values(address).join(', ') })),
  ],
  ['the town alone', showing(({ city }) => ({ town: city }))],
];
