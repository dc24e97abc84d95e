import { Application } from './app.ts';
import { IdentityProvider } from './identity.ts';
import { Store } from './unit-of-work.ts';
import { listen } from './wire.ts';

export interface Target {
  baseUrl: string;
  authUrl: string;
  jwksUrl?: string;
  audience: string;
  clients: { scoped: { id: string; secret: string }; unscoped: { id: string; secret: string } };
  users: { first: string; second: string; denied?: string };
  expiredToken?: string;
  otherAudienceToken?: string;
  readBack?: { method: 'GET'; path: string; pointer: string };
  close(): Promise<void>;
}

/** Starts an installation of its own, with one toggle at most. */
export async function start(toggle?: string): Promise<Target> {
  const on = (id: string) => id === toggle;
  const store = new Store(on);
  const provider = await IdentityProvider.make(store, on);
  const prefix = on('base-with-unusual-letters') ? '/kh%C3%A1ch;v=1/@m2m' : '/m2m';
  const { port, close } = await listen(new Application(provider, store, prefix, on), on);
  const [scoped, unscoped] = [...store.clients.values()];
  const [first, second, denied] = [...store.users.keys()];
  if (!scoped || !unscoped || !first || !second || !denied) throw new Error('the seed is incomplete');
  const now = Math.floor(Date.now() / 1000);
  const origin = `http://127.0.0.1:${port}`;
  return {
    baseUrl: `${origin}${prefix}`,
    authUrl: `${origin}/oauth/token`,
    jwksUrl: `${origin}/.well-known/jwks.json`,
    audience: provider.audience,
    clients: { scoped, unscoped },
    users: { first, second, denied },
    expiredToken: await provider.sign(scoped, scoped.scopes, { iat: now - 7200, exp: now - 3600 }, provider.audience),
    otherAudienceToken: await provider.sign(
      scoped,
      scoped.scopes,
      { iat: now, exp: now + 86_400 },
      'https://api.other.example/',
    ),
    readBack: {
      method: 'GET',
      path: '/users/me/address',
      pointer: on('addresses-are-a-history') ? '/history/0' : '/address',
    },
    close,
  };
}
