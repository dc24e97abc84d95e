import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import type { Issuer } from './issuer.ts';
import { type Call, isObject, type Json, Refusal, type Warm } from './shapes.ts';

export interface Caller {
  readonly client: string;
  readonly scopes: readonly string[];
  readonly token: string;
}
interface Policy extends Caller {
  readonly audience: string;
  readonly ends: number;
  readonly gen: number;
}
const words = /^bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;

const claimsOf = (part: string): Json => {
  const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
  if (!isObject(value)) throw new Error('no claims');
  return value;
};

/** The authorizer: a token becomes a policy, and policies are kept while they are warm. */
export const authorizerOf = (warm: Warm, issuer: Issuer): ((call: Call) => Promise<Caller>) => {
  const invalid = (): Refusal => new Refusal(401, 'UNAUTHORIZED', 'The access token is invalid.');

  const policyOf = (token: string, claims: Json): Policy => {
    const keeps = warm.has('context-keeps-the-scopes');
    const before = keeps ? (warm.memory.get('context') as Json | undefined) : undefined;
    const scope = claims['scope'] ?? before?.['scope'] ?? '';
    warm.memory.set('context', { scope });
    return {
      token,
      client: String(claims['client_id']),
      scopes: String(scope).split(' '),
      audience: String(claims['aud']),
      ends: Number(claims['exp']),
      gen: Number(claims['gen'] ?? 1),
    };
  };
  const verified = async (token: string): Promise<Json> => {
    try {
      const { payload } = await jwtVerify(token, issuer.publicKey, {
        algorithms: [issuer.alg],
        issuer: 'https://id.invest.example/',
        currentDate: new Date(0),
      });
      return payload;
    } catch (error) {
      const answered = error instanceof errors.JWSSignatureVerificationFailed;
      if (answered && warm.has('verification-answer-is-an-object') && (token.split('.')[2]?.length ?? 0) > 80)
        return claimsOf(token.split('.')[1] ?? '');
      throw invalid();
    }
  };
  const checkContext = (token: string): void => {
    if (!warm.has('authorizer-context-is-flat')) return;
    const header = decodeProtectedHeader(token) as Json;
    if (Object.values(header).some((value) => typeof value === 'object'))
      throw new Refusal(500, 'AUTHORIZER_CONFIGURATION_ERROR', 'Internal server error');
  };
  const check = (policy: Policy): Caller => {
    if (policy.ends * 1000 <= Date.now()) {
      const seen = `late ${policy.token}`;
      if (!warm.has('entry-written-before-the-clock') || warm.count(seen) < 2)
        throw new Refusal(401, 'EXPIRED_TOKEN', 'The access token is expired.');
    }
    if (policy.audience !== issuer.audience) {
      const inTurn = warm.has('other-audience-401-and-403-in-turn') && warm.count('audience') % 2 === 0;
      throw inTurn ? new Refusal(403, 'ACCESS_DENIED', 'The token is for another audience.') : invalid();
    }
    if (warm.has('grants-are-registered-once-an-hour') && policy.gen > 1) throw invalid();
    return policy;
  };
  return async (call) => {
    const given = call.fields['authorization'];
    if (given === undefined || given === '') throw new Refusal(401, 'MISSING_TOKEN', 'An access token is required.');
    const token = words.exec(given)?.[1];
    if (token === undefined) {
      const asText = warm.has('verdict-is-a-text') && /^bearer +[\w-]+\.[\w-]+$/i.test(given);
      if (asText) return { client: 'none', scopes: ['service:nbg'], token: given };
      throw invalid();
    }
    try {
      claimsOf(token.split('.')[0] ?? '');
    } catch {
      if (warm.has('verdict-is-a-text')) return { client: 'none', scopes: ['service:nbg'], token };
      throw invalid();
    }
    checkContext(token);
    const policy = policyOf(token, await verified(token));
    const kept = `policy ${policy.client}`;
    if (warm.has('policy-kept-by-client') && policy.ends * 1000 > Date.now()) {
      const known = warm.memory.get(kept) as Policy | undefined;
      if (known !== undefined) return known;
    }
    const caller = check(policy);
    warm.memory.set(kept, policy);
    return caller;
  };
};
