import type { App, Json, Toggle } from './app.ts';
import { GUIDE_SCOPE } from './defaults.ts';

function withClaims(app: App, change: (claims: Json) => Json): void {
  const before = app.tokens.claims;
  app.tokens.claims = (client, seconds) => change(before(client, seconds));
}

/** Puts the scopes of the token elsewhere, and reads them there. */
function scopesElsewhere(app: App, put: (scopes: string[]) => Json, get: (claims: Json) => string[]): void {
  withClaims(app, ({ scope, ...claims }) => ({ ...claims, ...put(String(scope ?? '').split(' ')) }));
  app.tokens.scopesOf = get;
}

function nested(depth: number): Json {
  return depth === 0 ? {} : { inner: nested(depth - 1) };
}

export const TOKEN_FORMS: Readonly<Record<string, Toggle>> = {
  'rights-in-authorization-details': (app) => {
    type Detail = { actions: string[] };
    scopesElsewhere(
      app,
      (actions) => ({ authorization_details: [{ type: 'api', actions }] }),
      (claims) => (claims['authorization_details'] as Detail[]).flatMap(({ actions }) => actions),
    );
  },
  'scopes-as-names-of-members': (app) => {
    scopesElsewhere(
      app,
      (scopes) => ({ granted: Object.fromEntries(scopes.map((scope) => [scope, true])) }),
      (claims) => Object.keys(claims['granted'] as Json),
    );
  },
  'scopes-in-two-claims': (app) => {
    scopesElsewhere(
      app,
      (scopes) => ({
        scope: scopes.filter((scope) => scope !== GUIDE_SCOPE).join(' '),
        roles: scopes.filter((scope) => scope === GUIDE_SCOPE),
      }),
      (claims) => [...String(claims['scope']).split(' '), ...(claims['roles'] as string[])],
    );
  },
  'twenty-five-seconds': (app) => {
    app.tokens.lifetime = 25;
  },
  'token-address-ends-in-a-slash': (app) => {
    app.authPath = '/oauth/token/';
  },
  'token-refusals-challenge': (app) => {
    const before = app.tokens.refuse;
    app.tokens.refuse = (status, error) => {
      const response = before(status, error);
      if (status === 401) response.headers.set('www-authenticate', 'Basic realm="clients"');
      return response;
    };
  },
  'no-store-in-every-way': (app) => {
    app.tokens.headers = {
      'cache-control': 'private, no-cache, No-Store, max-age=0, must-revalidate',
      pragma: 'no-cache',
      expires: '0',
      vary: '*',
    };
  },
  'tokens-are-backdated': (app) => {
    withClaims(app, (claims) => ({ ...claims, iat: Number(claims['iat']) - 3600, nbf: Number(claims['iat']) - 3600 }));
  },
  'audience-in-words': (app) => {
    app.tokens.audience = 'die Schnittstelle für Partner (größte) \\ "B"';
  },
  'claims-forty-deep': (app) => {
    withClaims(app, (claims) => ({ ...claims, context: nested(40) }));
  },
  'subject-is-empty': (app) => {
    withClaims(app, (claims) => ({ ...claims, sub: '', azp: null, jti: Math.floor(Math.random() * 1e15) }));
  },
  'client-ids-are-mail-addresses': (app) => {
    app.clients.forEach((client, place) => {
      app.clients[place] = { ...client, id: `partner+${client.name}@invest.example` };
    });
  },
  'one-secret-for-both-clients': (app) => {
    const [scoped, unscoped] = app.clients;
    if (scoped && unscoped) app.clients[1] = { ...unscoped, secret: scoped.secret };
  },
  'scope-in-two-words': (app) => {
    for (const client of app.clients)
      if (client.name === 'unscoped') client.scopes = ['service', 'nbg', 'service:', ':nbg'];
  },
  'bare-lower-case-challenge': (app) => {
    app.challenge = { 'www-authenticate': 'bearer' };
  },
};
