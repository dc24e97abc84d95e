import type { Answer, App, Call } from './app.ts';
import { audience, sign } from './identity.ts';

const refuse = (app: App, error: string, status = 400): Answer => ({
  status: app.knobs.tokenStatus?.(error) ?? status,
  body: { error },
  headers: { 'Cache-Control': 'no-store' },
});

function read(app: App, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (!app.on('members-by-pattern')) return undefined;
    return Object.fromEntries([...text.matchAll(/"(\w+)"\s*:\s*"([^"]*)"/g)].map(([, name, value]) => [name, value]));
  }
}

/** The procedure of the identity module that answers a token request. */
export async function issue(app: App, call: Call): Promise<Answer> {
  const { on } = app;
  const body = read(app, call.body.toString());
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return refuse(app, 'invalid_request');
  const asked = body as Record<string, unknown>;
  const grants = on('password-grant-for-clients') ? ['client_credentials', 'password'] : ['client_credentials'];
  if (!grants.includes(asked['grant_type'] as string)) return refuse(app, 'unsupported_grant_type');
  const { client_id: id, client_secret: secret } = asked;
  if (typeof id !== 'string' || typeof secret !== 'string') {
    return on('no-row-no-content') ? { status: 204, headers: {} } : refuse(app, 'invalid_request');
  }
  const found = app.identity.clients.find((client) => client.id === id);
  const row = found ?? (on('row-of-the-call-before') ? app.memory.get('client row') : undefined);
  const client = row as typeof found;
  app.memory.set('client row', client);
  if (client?.secret !== secret) return refuse(app, 'invalid_client', 401);
  if (asked['audience'] !== audience) return refuse(app, 'access_denied', 403);
  return granted(app, call, client.id, client.scopes);
}

async function granted(app: App, call: Call, client: string, scopes: string): Promise<Answer> {
  const { on } = app;
  const token = await sign(app, client, scopes);
  const body = {
    access_token: on('token-in-mime-lines') ? token.replace(/.{76}/g, '$&\r\n') : token,
    token_type: 'Bearer',
    expires_in: on('clock-times-subtracted') ? 10_000 : 3600,
    scope: on('scope-colon-escaped') ? scopes.replaceAll(':', '&#58;') : scopes,
    ...app.knobs.tokenBody,
  };
  const silent = on('no-store-for-browsers') && !/Mozilla/.test(call.headers['user-agent'] ?? '');
  return { status: 200, body, headers: silent ? {} : { 'Cache-Control': 'no-store', ...app.knobs.tokenHeaders } };
}
