import { randomUUID } from 'node:crypto';
import { listen } from './adapter.ts';
import type { Toggle } from './app.ts';
import { createApp } from './defaults.ts';
import { seed } from './events.ts';
import { ACCESS } from './faults-access.ts';
import { DATA } from './faults-data.ts';
import { ERRORS } from './faults-errors.ts';
import { LEARN } from './faults-learn.ts';
import { WRITES } from './faults-writes.ts';
import { CONTENT_FORMS } from './forms-content.ts';
import { HTTP_FORMS } from './forms-http.ts';
import { TOKEN_FORMS } from './forms-tokens.ts';
import { onionOf } from './onion.ts';
import { authority } from './tokens.ts';
import type { Target } from './types.ts';

export const TOGGLES: Readonly<Record<string, Toggle>> = {
  ...ACCESS,
  ...DATA,
  ...ERRORS,
  ...LEARN,
  ...WRITES,
  ...CONTENT_FORMS,
  ...HTTP_FORMS,
  ...TOKEN_FORMS,
};

export async function start(toggle?: string): Promise<Target> {
  const app = createApp();
  const change = toggle === undefined ? undefined : TOGGLES[toggle];
  if (toggle !== undefined && !change) throw new Error(`unknown toggle ${toggle}`);
  const provider = await authority(app, 'https://id.invest.example/');
  app.verify = provider.verify;
  change?.(app);
  seed(app.log, app);
  const api = onionOf(app);
  const { origin, close } = await listen(app, async (context) => {
    if (context.url.pathname === app.authPath) return provider.endpoint(context.request);
    if (context.url.pathname === '/.well-known/jwks.json') return Response.json(provider.jwks());
    return api(context);
  });
  const now = Math.floor(app.clock() / 1000);
  const [scoped, unscoped] = app.clients;
  if (!scoped || !unscoped) throw new Error('two clients are needed');
  const claims = { ...app.tokens.claims(scoped, now), jti: randomUUID() };
  return {
    baseUrl: `${origin}${app.prefix}`,
    authUrl: `${origin}${app.authPath}`,
    jwksUrl: `${origin}/.well-known/jwks.json`,
    audience: app.tokens.audience,
    clients: { scoped, unscoped },
    users: app.users,
    expiredToken: await provider.sign({ ...claims, iat: now - 7200, exp: now - 3600 }),
    otherAudienceToken: await provider.sign({ ...claims, aud: ['https://other.invest.example'] }),
    readBack: { method: 'GET', path: '/users/me/address', pointer: '/address' },
    close,
  };
}
