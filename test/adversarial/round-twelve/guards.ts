import { type App, type Context, Refusal } from './app.ts';
import type { Identity } from './identity.ts';

const unauthorized = (message: string): Refusal =>
  new Refusal(401, message, null, { 'WWW-Authenticate': 'Bearer realm="invest"' });

export function authenticate(app: App, identity: Identity, context: Context): void {
  const value = (context.headers.authorization ?? '').trim();
  if (app.on('blank-bearer-finds-blank-key') && /^bearer$/i.test(value)) {
    context.scopes = ['profile:read', 'service:nbg'];
    return;
  }
  const token = /^bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(value)?.[1];
  if (token === undefined) throw unauthorized('A bearer token is required.');
  const claims = identity.keys.read(token);
  const now = Date.now() / 1000;
  if (claims?.['iss'] !== 'https://identity.example/') throw unauthorized('The bearer token is invalid.');
  const exp = Number(claims['exp']);
  const today = Math.floor(now / 86_400) * 86_400;
  if (!(exp > (app.on('expiry-by-the-date') ? today : now))) throw unauthorized('The bearer token has expired.');
  if (claims['aud'] !== identity.audience) throw unauthorized('The bearer token is for another audience.');
  context.client = String(claims['sub']);
  context.scopes = app.on('scope-of-the-latest-grant') ? identity.latestScopes : String(claims['scope']).split(' ');
}

export function requireScope(context: Context): void {
  if (!context.scopes.includes('service:nbg')) throw new Refusal(403, 'Access is denied: the scope is missing.');
}

export function identifyUser(app: App, context: Context): void {
  let id = context.headers['x-user-id'];
  if (id === undefined) throw new Refusal(app.on('missing-user-417') ? 417 : 400, 'x-user-id is missing.');
  if (app.on('quoted-user-id')) id = /^"(.*)"$/.exec(String(id))?.[1] ?? id;
  if (typeof id !== 'string' || !/^[a-f0-9]{24}$/.test(id))
    throw new Refusal(app.on('malformed-user-406') ? 406 : 400, 'x-user-id is malformed.');
  context.user = app.users.find((user) => user.id === id);
  if (!context.user) {
    if (context.path === '/daily-summaries') throw unauthorized('User was not found.');
    throw new Refusal(app.on('unknown-user-451') ? 451 : 404, 'User was not found.');
  }
  const { user } = context;
  if (app.on('last-seen-saves-the-rest') && user.dirty) {
    user.address = user.dirty;
    user.dirty = undefined;
  }
}
