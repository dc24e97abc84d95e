import type { Bound, Exchange, Profile, Request } from '../../../engine/index.ts';
import { emptyProfile, jsonBody, pieces, sentHeader, valueText } from '../../../engine/index.ts';
import { sampleAddress } from '../../../fixtures/samples/address.ts';
import type { Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { asking, boundTo } from '../asking.ts';

type Json = Record<string, unknown>;
export const readBackId = 'GET /users/me/address';

/** A server of addresses in memory: each part can be replaced by a wrong or another right one. */
export interface Behaviour {
  /** Whether an update is taken; else the answer. Absent: any object. */
  readonly check?: (address: unknown, request: Request) => Given | undefined;
  /** What is stored. */
  readonly store?: (sent: Json, former: Json | undefined, stored: Map<string, Json>, user: string) => Json | undefined;
  /** Before anything is checked. */
  readonly hasty?: (sent: Json, stored: Map<string, Json>, user: string) => void;
  readonly show?: (address: Json | undefined) => Given;
  readonly answer?: Given;
}

/** An `Ask` that the server answers, and what it was asked. */
export function serving(behaviour: Behaviour = {}) {
  const stored = new Map<string, Json>([['{{user:second}}', { line1: 'Elsewhere 1', city: 'Bremen' }]]);
  const steps: string[] = [];
  const ask = asking((step, path, _nth, request): Given | Exchange => {
    steps.push(step);
    const [user = ''] = sentHeader(request, 'x-user-id');
    if (request.method === 'GET' && path === '/users/me/address') {
      const address = stored.get(user);
      return behaviour.show?.(address) ?? { body: { address: address ?? null } };
    }
    const sent = addressIn(request);
    const own = user === '{{user:first|upper}}' ? '{{user:first}}' : user;
    if (sent) behaviour.hasty?.(sent, stored, own);
    if (sentHeader(request, 'authorization').join() !== 'Bearer {{token:scoped}}') return apiError(401);
    if (!user.startsWith('{{user:') || user.includes('|')) return apiError(400);
    if (sentHeader(request, 'content-type').join() !== 'application/json') return apiError(415);
    if (!sent) return apiError(400);
    const refused = behaviour.check ? behaviour.check(sent, request) : wellTyped(sent);
    if (refused) return refused;
    const kept = behaviour.store ? behaviour.store(sent, stored.get(user), stored, user) : sent;
    if (kept) stored.set(user, kept);
    return behaviour.answer ?? { status: 204, headers: [] };
  });
  return { ask, steps, stored };
}

/** Refused where a member is no scalar, or the country code no two capitals. */
export function wellTyped(address: unknown): Given | undefined {
  const values = Object.values(address as Json);
  const isScalar = values.every((value) => typeof value === 'string' || typeof value === 'number');
  return isScalar && /^[A-Z]{2}$/.test(String((address as Json)['countryCode'])) ? undefined : apiError(422);
}

function addressIn({ body }: Request): Json | undefined {
  try {
    const parsed = JSON.parse(body === undefined ? '' : valueText(pieces(body)));
    const address: unknown = Array.isArray(parsed) ? undefined : parsed.address;
    return typeof address === 'object' && address !== null ? (address as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** The address endpoint in a run whose profile declares a read-back. */
export function addressBound(profile: Partial<Profile> = {}): Bound {
  const bound = boundTo('address');
  const [sample = sampleAddress] = profile.addresses ?? [];
  return {
    ...bound,
    profile: { ...emptyProfile, addressReadBack: { endpoint: readBackId, address: '/address' }, ...profile },
    endpoint: { ...bound.endpoint, sample: { address: sample } },
    wellFormed: (name) => {
      const request = bound.wellFormed(name === readBackId ? 'address' : name);
      if (name === readBackId) return { ...request, method: 'GET' };
      const headers = [...request.headers, ['Content-Type', 'application/json'] as const];
      return { ...request, headers, body: jsonBody({ address: sample }) };
    },
  };
}
