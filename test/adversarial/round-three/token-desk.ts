import { answer, type Call, type Reply } from './exchange.ts';
import type { Client, Identity } from './identity.ts';
import type { On } from './toggles.ts';

type Form = Readonly<Record<string, unknown>>;

function parseOrMend(text: string): unknown {
  for (const end of ['', '}', '"}', '"]}']) {
    try {
      return JSON.parse(text + end);
    } catch {}
  }
  return undefined;
}

function readForm(on: On, call: Call): Form | undefined {
  const text = call.body.toString('utf8');
  if (
    on('token-desk-reads-forms') &&
    /^application\/x-www-form-urlencoded/i.test(call.headers.get('content-type') ?? '')
  ) {
    return Object.fromEntries(new URLSearchParams(text));
  }
  try {
    const value: unknown = on('token-body-is-mended') ? parseOrMend(text) : JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Form) : undefined;
  } catch {
    return undefined;
  }
}

// The length that bcrypt looks at.
const hashed = (secret: string): string => Buffer.from(secret).subarray(0, 72).toString('hex');

function findClient(on: On, clients: readonly Client[], form: Form): Client | undefined {
  const { client_id: id, client_secret: secret } = form;
  if (on('client-found-by-secret')) return clients.find((client) => client.secret === secret);
  const client = clients.find((candidate) => candidate.id === id);
  if (client === undefined) return undefined;
  if (on('missing-secret-is-the-previous-one')) {
    return client.secret === secret || client.previousSecret === secret ? client : undefined;
  }
  if (typeof secret !== 'string') return undefined;
  if (on('secret-cut-at-72-bytes')) return hashed(client.secret) === hashed(secret) ? client : undefined;
  return client.secret === secret ? client : undefined;
}

/** Makes the handler of the token endpoint. */
export function makeTokenDesk(on: On, identity: Identity): (call: Call) => Promise<Reply> {
  const latest = new Map<string, string>();
  const handedOut: number[] = [];

  const deny = (status: number, error: string, text: string): Reply => {
    if (on('token-desk-denies-with-403')) return answer({ error: 'access_denied', error_description: text }, {}, 403);
    return answer({ error, error_description: text }, {}, status);
  };

  return async (call) => {
    if (call.method !== 'POST') return answer({ error: 'invalid_request' }, { Allow: 'POST' }, 405);
    const form = readForm(on, call);
    if (form === undefined) return deny(400, 'invalid_request', 'The body is no JSON object.');
    if (form['grant_type'] !== 'client_credentials') return deny(400, 'unsupported_grant_type', 'Not this grant.');
    const client = findClient(on, identity.clients, form);
    if (client === undefined) return deny(401, 'invalid_client', 'Unknown client or wrong secret.');
    const audience = form['audience'];
    const mayDefault = on('absent-audience-means-the-only-one') && audience === undefined;
    if (audience !== identity.audience && !mayDefault) {
      return deny(400, 'invalid_target', 'This audience is not served.');
    }

    const now = Date.now();
    if (on('two-tokens-a-second') && handedOut.filter((at) => now - at < 1000).length >= 2) {
      return answer({ error: 'slow_down' }, { 'Retry-After': '1' }, 429);
    }
    handedOut.push(now);

    const { token, id } = await identity.mint(client);
    const before = latest.get(client.id);
    if (on('renewal-revokes-the-new-token') && before !== undefined) identity.revoked.add(id);
    latest.set(client.id, id);
    const sign = on('renewed-token-expires-in-the-past') && before !== undefined ? -1 : 1;
    return answer({
      access_token: token,
      token_type: 'Bearer',
      expires_in: sign * identity.lifetime,
      scope: client.scopes.join(' '),
    });
  };
}
