import type { Identity, Registered } from './identity.ts';
import type { State } from './state.ts';
import type { Bag, Reply } from './types.ts';

const plain = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

function refused(s: State, status: number, error: string, description: string): Reply {
  if (!s.on('token-refusals-in-the-words-of-entra')) {
    return { status, fields: plain, value: { error, error_description: description } };
  }
  const text = `AADSTS7000215: ${description}\r\nTrace ID: 2f0c7b6e\r\nTimestamp: 2026-01-31 10:00:00Z`;
  return { status: 401, fields: plain, value: { error, error_description: text, error_codes: [7000215] } };
}

function parse(body: Buffer): Bag | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Bag) : undefined;
  } catch {
    return undefined;
  }
}

function find(s: State, identity: Identity, request: Bag): Registered | undefined {
  const client = identity.clients.find(({ id }) => id === request['client_id']);
  if (!client) return undefined;
  const overlaid = s.on('secret-is-set-on-the-tracked-client') && s.count(`tracked ${client.id}`) > 1;
  const right = request['client_secret'] === client.secret;
  return right || (overlaid && typeof request['client_secret'] === 'string') ? client : undefined;
}

function grantIsAllowed(s: State, grant: unknown): boolean {
  if (grant === 'client_credentials') return true;
  return s.on('flag-of-nothing-is-always-set') && grant !== 'refresh_token';
}

function lifetimeOf(s: State): number {
  return s.on('lifetimes-are-drawn') ? 3600 + Math.floor(Math.random() * 1800) : 1800;
}

function answer(s: State, identity: Identity, client: Registered, token: string, lifetime: number, nth: number): Reply {
  const granted = s.on('scoped-grant-held-by-a-singleton') ? identity.clients[0].scopes : client.scopes;
  const named = s.on('scope-is-the-name-of-its-array-type') && nth > 1;
  const value: Bag = {
    access_token: token,
    token_type: 'Bearer',
    expires_in: lifetime,
    scope: named ? 'System.String[]' : granted.join(' '),
  };
  if (s.on('token-answer-tells-moments-in-text')) {
    const now = Math.floor(Date.now() / 1000);
    value['ext_expires_in'] = String(lifetime);
    value['expires_on'] = String(now + lifetime);
    value['not_before'] = String(now);
    value['resource'] = identity.audience;
  }
  return { status: 200, fields: plain, value };
}

export async function issue(s: State, identity: Identity, method: string, body: Buffer): Promise<Reply> {
  if (method !== 'POST') return refused(s, 405, 'invalid_request', 'Only POST is supported.');
  const request = parse(body);
  if (!request) return refused(s, 400, 'invalid_request', 'The body is no JSON object.');
  if (!grantIsAllowed(s, request['grant_type'])) {
    return refused(s, 400, 'unsupported_grant_type', 'The grant is not supported.');
  }
  if (typeof request['client_id'] !== 'string' || typeof request['client_secret'] !== 'string') {
    return refused(s, 400, 'invalid_request', 'client_id and client_secret are required.');
  }
  const client = find(s, identity, request);
  if (!client) return refused(s, 401, 'invalid_client', 'The client is not known.');
  const known = request['audience'] === identity.audience;
  if (!known && !(s.on('named-options-never-fail') && typeof request['audience'] === 'string')) {
    return refused(s, 400, 'invalid_target', 'The audience is not known.');
  }
  const nth = s.count(`tokens ${client.id}`);
  const lifetime = lifetimeOf(s);
  const lasting = s.on('descriptor-without-an-end') && nth > 1 ? 3600 : lifetime;
  const token = await identity.sign(client, identity.audience, Math.floor(Date.now() / 1000) + lasting);
  return answer(s, identity, client, token, lifetime, nth);
}
