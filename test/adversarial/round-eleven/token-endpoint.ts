import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { Habit } from './habits.ts';
import { type Answer, answer, type Exchange, type Json, type Toggle } from './messages.ts';
import { audience, issuer, type Keys } from './security.ts';
import type { Client } from './types.ts';

export interface Registered extends Client {
  readonly scope: string;
}
const refusal = (error: string, status = 400): Answer => answer({ error }, status);

export function tokenEndpoint(on: Toggle, keys: Keys, clients: readonly Registered[], habit: Habit) {
  const pooled: Json = {};
  const lifetime = habit.lifetime ?? 3600;
  const read = (body: Json): Json => {
    if (!on('request-objects-are-pooled')) return body;
    for (const name of ['grant_type', 'audience', 'client_id', 'client_secret']) {
      if (typeof body[name] === 'string') pooled[name] = body[name];
    }
    return pooled;
  };
  const isGrant = (grant: unknown) =>
    grant === 'client_credentials' ||
    (typeof grant === 'string' && grant !== '' && on('unknown-grants-are-the-default'));

  const issue = async (exchange: Exchange): Promise<Answer> => {
    let body: unknown;
    try {
      body = JSON.parse(exchange.body.toString());
    } catch {
      return refusal('invalid_request');
    }
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return refusal('invalid_request');
    const request = read(body as Json);
    if (!isGrant(request['grant_type'])) return refusal('unsupported_grant_type');
    const client = clients.find(({ id, secret }) => id === request['client_id'] && secret === request['client_secret']);
    if (!client) return refusal('invalid_client', 401);
    const sound = request['audience'] === undefined || request['audience'] === audience;
    if (!sound && !on('a-token-for-nobody-is-for-everybody')) return refusal('invalid_target', 403);
    const now = Math.floor(Date.now() / 1000);
    const base = { iss: issuer, sub: client.id, iat: now, exp: now + lifetime, jti: randomUUID(), scope: client.scope };
    const claims: JWTPayload = sound ? { ...base, aud: audience } : base;
    const token = await keys.sign(habit.claims?.(claims) ?? claims, habit.jose);
    const granted = { access_token: token, token_type: 'Bearer', expires_in: lifetime, scope: client.scope };
    return answer(habit.token?.(granted) ?? granted);
  };
  return async (exchange: Exchange): Promise<Answer> => {
    const result = await issue(exchange);
    result.headers['cache-control'] = 'no-store';
    if (result.status === 401) result.headers['www-authenticate'] = 'Basic realm="clients"';
    if (result.status >= 400) habit.tokenRefusal?.(result);
    return result;
  };
}
