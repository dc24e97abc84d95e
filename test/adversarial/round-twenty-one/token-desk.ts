import { isMembers, parse } from './bodies.ts';
import type { Answer, Handler } from './http-types.ts';
import { issue } from './jwt.ts';
import { announce, grantedWords } from './scopes.ts';
import type { World } from './world.ts';

const grant = 'client_credentials';

/** Grants are hashed into five slots by their lengths, and the name in the slot is not compared. */
const isGrant = (world: World, value: unknown): boolean =>
  world.is('grants-hashed-by-length') && typeof value === 'string'
    ? value.length % 5 === grant.length % 5
    : value === grant;

const deny = (world: World, status: number, error: string): Answer => ({
  status: world.is('token-refused-451') ? 451 : status,
  body: { error },
  headers: { 'Cache-Control': 'no-store' },
});

function lifetimeOf(world: World): number {
  return world.is('tokens-live-for-all-of-32-bits') ? 4_294_967_295 : 3600;
}

function expiresIn(world: World, lifetime: number): unknown {
  return world.is('expires-in-saturates-at-a-byte') ? Math.min(lifetime, 255) : lifetime;
}

/** The head of an answer has places for so many fields. */
function fields(world: World): Record<string, string> {
  const all = {
    'Content-Type': 'application/json',
    Pragma: 'no-cache',
    'X-Grant': 'direct',
    'Cache-Control': 'no-store',
  };
  return Object.fromEntries(Object.entries(all).slice(0, world.is('header-slots-run-out') ? 3 : 4));
}

export const issueToken: Handler = async (context) => {
  const { world } = context;
  const parsed = parse(context.body);
  if (!parsed.ok || !isMembers(parsed.value)) return deny(world, 400, 'invalid_request');
  const { grant_type: asked, audience, client_id: id, client_secret: secret } = parsed.value;
  if (!isGrant(world, asked)) return deny(world, 400, 'unsupported_grant_type');
  const client = Object.values(world.clients).find((one) => one.id === id && one.secret === secret);
  if (!client) return deny(world, 401, 'invalid_client');
  if (audience !== world.audience) return deny(world, 403, 'access_denied');
  const scope = grantedWords(world, client.id);
  const lifetime = lifetimeOf(world);
  const issuedAt = Math.floor(Date.now() / 1000);
  const token = issue(world, { clientId: client.id, scope, audience: world.audience, issuedAt, lifetime });
  const body = {
    access_token: token,
    token_type: 'Bearer',
    expires_in: expiresIn(world, lifetime),
    scope: announce(world, scope),
  };
  return { status: 200, body, headers: fields(world) };
};
