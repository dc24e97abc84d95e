import type { AddressInfo } from 'node:net';
import { application } from './application.ts';
import { connect } from './connectors.ts';
import { users } from './data.ts';
import { patches } from './defect-patches.ts';
import { type Identity, identity } from './identity.ts';
import type { Target } from './interfaces.ts';
import type { Scope } from './language.ts';
import { listen } from './server.ts';
import { forms } from './variation-patches.ts';

const problem = (error: unknown) => (error as { code?: string }).code ?? (error as Error).message;

export async function start(toggle?: string): Promise<Target> {
  const platform = application();
  const settings = platform.settings;
  const clients = [
    { id: 'atrium-scoped', secret: 'kD8-vQ1z.Wm4', scope: 'service:nbg openid learn:read' },
    { id: 'atrium-unscoped', secret: 'pX2-bT7y.Rn9', scope: 'openid learn:read' },
  ];
  settings['audience'] = 'https://api.atrium.example/m2m';
  settings['otherAudience'] = 'https://archive.elsewhere.example/';
  settings['clients'] = clients;
  connect(platform);
  platform.connectors['clients'] = { call: (id) => clients.find((one) => one.id === id) };
  const patch = toggle === undefined ? undefined : (patches[toggle] ?? forms[toggle]);
  if (toggle !== undefined && !patch) throw new Error(`no toggle ${toggle}`);
  // The connectors of the identity are in place before a patch may replace them.
  const desk: { identity?: Identity } = {};
  const provider = () => desk.identity as Identity;
  platform.connectors['verify'] = {
    call: async (token, scope) => {
      try {
        return { claims: await provider().verify(String(token), Number(scope['tolerance'] ?? 30)) };
      } catch (error) {
        return { reason: problem(error) };
      }
    },
  };
  platform.connectors['issue'] = {
    call: async (client) => {
      const { id, scope } = client as { id: string; scope: string };
      const seconds = Number(settings['lifetime'] ?? 3600);
      return { token: await provider().issue(id, scope), scope, seconds };
    },
  };
  patch?.(platform);
  const issuer = await identity(platform);
  desk.identity = issuer;
  const extra: Scope = { identity: { audience: settings['audience'], keySet: { keys: issuer.keys } } };
  const server = await listen(platform, extra);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [scoped, unscoped] = clients.map(({ id, secret }) => ({ id, secret }));
  const [first, second, denied] = users().map((user) => user.id);
  if (!scoped || !unscoped || !first || !second) throw new Error('the tenant is empty');
  return {
    baseUrl: `${origin}/m2m`,
    authUrl: `${origin}${settings['tokenPath'] ?? '/identity/token'}`,
    jwksUrl: `${origin}/identity/keys`,
    audience: String(settings['audience']),
    clients: { scoped, unscoped },
    users: { first, second, denied },
    expiredToken: await issuer.issue(scoped.id, clients[0]?.scope ?? '', {
      ago: Number(settings['lifetime'] ?? 3600) + 3600,
    }),
    otherAudienceToken: await issuer.issue(scoped.id, clients[0]?.scope ?? '', {
      audience: String(settings['otherAudience']),
    }),
    readBack: { method: 'GET', path: '/users/me/address', pointer: String(settings['pointer'] ?? '/address') },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
