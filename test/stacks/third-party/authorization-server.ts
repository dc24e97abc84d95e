import { OAuth2Server } from 'oauth2-mock-server';

/** An authorization server that nobody here wrote, with two clients: it asks for no secret, and signs with RS256. */
export interface AuthorizationServer {
  readonly authUrl: string;
  readonly jwksUrl: string;
  readonly audience: string;
  readonly expiredToken: string;
  readonly otherAudienceToken: string;
  close(): Promise<void>;
}

const audience = 'https://api.m2m.example';
/** Granted by client id: the mock knows no clients, and puts into a token what its hooks say. */
const scopes: Readonly<Record<string, string>> = { scoped: 'service:nbg', unscoped: 'service:other' };

/** Starts it on any free port of loopback. */
export async function startAuthorizationServer(): Promise<AuthorizationServer> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const scopeOf = (client: unknown) => scopes[String(client)] ?? '';
  server.service.on('beforeTokenSigning', (token, request) => {
    token.payload['aud'] = audience;
    token.payload['scope'] = scopeOf(request.body['client_id']);
  });
  server.service.on('beforeResponse', (response, request) => {
    if (typeof response.body === 'object' && response.body !== null) {
      response.body['scope'] = scopeOf(request.body['client_id']);
    }
  });
  const now = Math.floor(Date.now() / 1000);
  const sign = (claims: Record<string, unknown>) =>
    server.issuer.buildToken({
      scopesOrTransform: (_header, payload) => Object.assign(payload, { aud: audience, scope: 'service:nbg' }, claims),
    });
  const { port } = server.address();
  const origin = `http://127.0.0.1:${port}`;
  return {
    authUrl: `${origin}/token`,
    jwksUrl: `${origin}/jwks`,
    audience,
    expiredToken: await sign({ iat: now - 7200, nbf: now - 7200, exp: now - 3600 }),
    otherAudienceToken: await sign({ aud: 'https://other-api.m2m.example' }),
    close: () => server.stop(),
  };
}
