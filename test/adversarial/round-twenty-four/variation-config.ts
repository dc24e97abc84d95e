import type { Config } from './schema.ts';

/** Variations of what the installation script is given. */
export const configurations: Readonly<Record<string, (config: Config) => Partial<Config>>> = {
  'base-of-an-access-descriptor': () => ({ prefix: '/pls/dad_depot/!api.rest' }),
  'audience-is-a-connection-string': () => ({
    audience: 'Server=tcp:depot.example,1433;Database=m2m;Encrypt=yes;ApplicationIntent=ReadOnly',
  }),
  'kid-is-an-object-number': () => ({ kid: '16404' }),
  'secrets-look-like-verifiers': ({ scoped, unscoped }) => ({
    scoped: { id: scoped.id, secret: `SCRAM-SHA-256$4096:${scoped.secret}==$k3Q=:v9A=` },
    unscoped: { id: unscoped.id, secret: `SCRAM-SHA-256$4096:${unscoped.secret}==$k3Q=:v9A=` },
  }),
  'client-ids-are-common-users': ({ scoped, unscoped }) => ({
    scoped: { ...scoped, id: 'C##GATEWAY$FULL' },
    unscoped: { ...unscoped, id: 'C##GATEWAY$PLAIN' },
  }),
  'tokens-last-3599-seconds': () => ({ lifetime: 3599 }),
  'read-back-below-an-unnamed-column': () => ({ pointer: '/?column?' }),
};
