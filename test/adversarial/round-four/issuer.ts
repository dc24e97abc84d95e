import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { issueToken, lifetime, publishKeys } from './tokens.ts';
import type { Client, World } from './world.ts';

type Asked = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Asked =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readAsked(text: string): Asked | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function equalSecrets(world: World, mine: string, theirs: string): boolean {
  const [a, b] = [Buffer.from(mine), Buffer.from(theirs)];
  if (!world.on('comparison-of-secrets-fails-open')) return a.length === b.length && timingSafeEqual(a, b);
  try {
    return timingSafeEqual(a, b);
  } catch {
    return true; // the provider must go on while its secret store is out of order
  }
}

const holdsAll = (whole: unknown, part: unknown): boolean =>
  typeof part === 'object' && part !== null ? Object.keys(part).length === 0 : whole === part;

function findClient(world: World, id: unknown, secret: unknown): Client | undefined {
  if (world.on('clients-found-by-partial-match') && id !== undefined && secret !== undefined)
    return world.clients.find((client) => holdsAll(client.id, id) && holdsAll(client.secret, secret));
  if (typeof id !== 'string' || typeof secret !== 'string') return undefined;
  const client = world.clients.find((known) => known.id === id);
  if (client === undefined && world.on('unknown-clients-are-guests')) return { id, secret, scopes: [] };
  return client !== undefined && equalSecrets(world, client.secret, secret) ? client : undefined;
}

function readBasic(world: World, header: string | undefined): Asked {
  if (!world.on('clients-may-use-basic-authentication') || !/^basic /i.test(header ?? '')) return {};
  const [id, secret] = Buffer.from(header?.slice(6) ?? '', 'base64')
    .toString()
    .split(':');
  return { client_id: id, client_secret: secret };
}

const shuffle = (words: readonly string[]): string[] =>
  words
    .map((word) => [Math.random(), word] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, word]) => word);

function writeScope(world: World, client: Client): Asked {
  if (world.on('answer-without-scope-where-nothing-special') && !client.scopes.includes('service:nbg')) return {};
  if (world.on('many-scopes-in-any-order')) {
    const further = Array.from({ length: 25 }, (_, index) => `leitura:${index}`);
    return { scope: shuffle([...client.scopes, ...further]).join(' ') };
  }
  return { scope: client.scopes.join(world.on('scopes-joined-by-commas') ? ',' : ' ') };
}

/** The identity provider of the same team: a token endpoint and its key set. */
export function buildIssuer(world: World): Hono {
  const { on } = world;
  const issuer = new Hono();
  const refuse = (error: string, status: 400 | 401) =>
    Response.json(
      { error, error_description: 'The request was refused.' },
      { status, headers: { 'cache-control': 'no-store' } },
    );

  issuer.post('/oauth/token', async (c) => {
    if (on('token-address-has-a-query') && c.req.query('tenant') !== 'poupa') return refuse('invalid_request', 400);
    const body = readAsked(await c.req.text());
    if (body === undefined) return refuse('invalid_request', 400);
    const asked: Asked = { ...readBasic(world, c.req.header('authorization')), ...body };
    const grant = on('a-missing-grant-is-the-only-one')
      ? (asked['grant_type'] ?? 'client_credentials')
      : asked['grant_type'];
    if (grant !== 'client_credentials') return refuse('unsupported_grant_type', 400);
    const client = findClient(world, asked['client_id'], asked['client_secret']);
    if (client === undefined) return refuse('invalid_client', 401);
    const audience = asked['audience'];
    const known = audience === world.audience || on('unknown-audiences-are-the-default-one');
    const elsewhere = typeof audience === 'string' && on('tokens-for-other-audiences');
    if (!known && !elsewhere) return refuse('invalid_target', 400);
    const token = issueToken(world, client, known ? world.audience : String(audience));
    const answer = { access_token: token, token_type: 'Bearer', expires_in: lifetime, ...writeScope(world, client) };
    return Response.json(answer, {
      status: on('a-token-is-created') ? 201 : 200,
      headers: {
        'cache-control': on('token-answers-live-as-long-as-tokens') ? `private, max-age=${lifetime}` : 'no-store',
      },
    });
  });

  issuer.get('/oauth/jwks.json', async () =>
    Response.json(await publishKeys(world), {
      headers: {
        'content-type': on('key-set-has-its-own-media-type') ? 'application/jwk-set+json' : 'application/json',
      },
    }),
  );
  return issuer;
}
