import type { AddressInfo } from 'node:net';
import { errorFaults } from './faults-errors.ts';
import { guardFaults } from './faults-guard.ts';
import { readFaults } from './faults-read.ts';
import { tokenFaults } from './faults-token.ts';
import { writeFaults } from './faults-write.ts';
import type { Toggle } from './hooks.ts';
import { serverOf } from './server.ts';
import { settings as standard } from './settings.ts';
import { claimsOf, now, sign } from './tokens.ts';
import type { Target } from './types.ts';
import { formVariants } from './variants-form.ts';
import { shapeVariants } from './variants-shape.ts';
import { world as build } from './world.ts';

const toggles: Readonly<Record<string, Toggle>> = {
  ...tokenFaults,
  ...guardFaults,
  ...errorFaults,
  ...readFaults,
  ...writeFaults,
  ...formVariants,
  ...shapeVariants,
};
const month = 30 * 86_400;

/** Starts the service, correct or with one toggle. */
export async function start(toggle?: string): Promise<Target> {
  const chosen = toggle === undefined ? {} : toggles[toggle];
  if (!chosen) throw new Error(`There is no toggle ${String(toggle)}`);
  const world = build({ ...standard, ...chosen.settings });
  const server = serverOf(world, chosen.hooks?.(world) ?? {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { settings } = world;
  const [first, second, denied] = settings.userIds;
  const old = claimsOf(world, settings.scoped, settings.audience, now() - month);
  const foreign = claimsOf(world, settings.scoped, 'https://other.defter.example', now());
  return {
    baseUrl: `${origin}${settings.prefix}`,
    authUrl: `${origin}${settings.tokenPath}`,
    jwksUrl: `${origin}/identity/keys`,
    audience: settings.audience,
    clients: { scoped: settings.scoped, unscoped: settings.unscoped },
    users: { first, second, denied },
    expiredToken: await sign(world, old),
    otherAudienceToken: await sign(world, foreign),
    readBack: {
      method: 'GET',
      path: '/users/me/address/current',
      pointer: `/${settings.addressKey.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
