import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Clock } from './clock.ts';
import { defects } from './defects.ts';
import { UserRepository } from './domain/users.ts';
import { buildApi } from './http/api-server.ts';
import { AuthorizationServer } from './identity/authorization-server.ts';
import { ClientRegistry } from './identity/client-registry.ts';
import { KeyRing } from './identity/key-ring.ts';
import { TokenIssuer } from './identity/token-issuer.ts';
import { TokenVerifier } from './identity/token-verifier.ts';
import { selectToggle } from './toggles.ts';
import { variations } from './variations.ts';

interface Credentials {
  readonly id: string;
  readonly secret: string;
}

/** One running implementation, and all that a tester of it is told. */
export interface Target {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly jwksUrl?: string;
  readonly audience: string;
  readonly clients: { readonly scoped: Credentials; readonly unscoped: Credentials };
  readonly users: { readonly first: string; readonly second: string; readonly denied?: string };
  readonly expiredToken?: string;
  readonly otherAudienceToken?: string;
  readonly readBack?: { readonly method: 'GET'; readonly path: string; readonly pointer: string };
  close(): Promise<void>;
}

/** Starts the implementation, with one defect or variation or with none. */
export async function start(toggle?: string): Promise<Target> {
  if (toggle !== undefined && ![...defects, ...variations].some(({ id }) => id === toggle)) {
    throw new Error(`There is no toggle ${toggle}.`);
  }
  const on = selectToggle(toggle);
  const clock = new Clock(on);
  const ring = new KeyRing(on);
  const clients = new ClientRegistry(on);
  const users = new UserRepository(on);
  const idp = new AuthorizationServer(on, clock, clients, ring);
  const idpApp = idp.build();
  const idpUrl = await listen(idpApp);
  const audience = 'https://api.invest.example/m2m';
  const issuer = new TokenIssuer(on, clock, ring, { issuer: `${idpUrl}/`, audience });
  idp.use(issuer);
  const api = buildApi(on, clock, users, new TokenVerifier(on, clock, ring, issuer));
  const baseUrl = await listen(api);
  const published = !ring.symmetric && !on('token-jwe');
  return {
    baseUrl,
    authUrl: `${idpUrl}/oauth/token`,
    ...(published ? { jwksUrl: `${idpUrl}/.well-known/jwks.json` } : {}),
    audience,
    clients: {
      scoped: { id: clients.scoped.id, secret: clients.scoped.secret },
      unscoped: { id: clients.unscoped.id, secret: clients.unscoped.secret },
    },
    users: { first: users.first.id, second: users.second.id, denied: users.denied.id },
    expiredToken: await issuer.mintExpired(clients.scoped),
    otherAudienceToken: await issuer.mintForOtherAudience(clients.scoped),
    readBack: { method: 'GET', path: '/users/me/address', pointer: '/address' },
    close: async () => {
      await Promise.all([api.close(), idpApp.close()]);
    },
  };
}

async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}
