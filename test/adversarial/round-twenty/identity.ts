import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose';
import { createBreaker } from './mesh.ts';
import { Refusal } from './refusal.ts';
import { once, type World } from './world.ts';

export interface Caller {
  readonly client: string;
  readonly scopes: readonly string[];
}
interface Grant {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly isBare: boolean;
}

const issuer = 'https://identity.mesa.example/';
const scoped = 'profile:read service:nbg orders:write';
const plain = 'profile:read orders:write';

export async function createIdentity(world: World) {
  const { knobs } = world;
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid: 'mesa-1', use: 'sig', alg: 'ES256' };

  const sign = (client: string, audience: string, from: number, until: number) =>
    new SignJWT({
      scope: client === knobs.clientIds[0] ? scoped : plain,
      azp: client,
      ...knobs.claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'mesa-1', typ: 'JWT', ...knobs.header })
      .setIssuer(issuer)
      .setSubject(`${client}@clients`)
      .setAudience(audience)
      .setIssuedAt(from)
      .setExpirationTime(until)
      .setJti(randomUUID())
      .sign(privateKey);

  const refuse = (error: string, status = knobs.statuses.token): Grant => ({
    status,
    body: { error, error_description: 'The request was refused.' },
    isBare: false,
  });
  const flights = once(world, 'flights', () => new Map<string, { until: number; grant: Grant }>());
  const breaker = createBreaker(2);

  async function decide(request: Record<string, unknown>): Promise<Grant> {
    const place = knobs.clientIds.indexOf(request['client_id'] as string);
    if (typeof request['grant_type'] !== 'string') return refuse('invalid_request');
    if (request['grant_type'] !== 'client_credentials') return refuse('unsupported_grant_type');
    if (typeof request['client_secret'] !== 'string' || place < 0) return refuse('invalid_client');
    if (request['client_secret'] !== knobs.secrets[place]) return refuse('invalid_client');
    if (request['audience'] !== knobs.audience) return refuse('access_denied');
    const client = knobs.clientIds[place] as string;
    const now = Math.floor(Date.now() / 1000);
    const isAhead = world.on('pooled-tokens-are-minted-ahead') && world.every('mint', 2);
    const until = now + knobs.lifetime - (isAhead ? 600 : 0);
    const token = await sign(client, knobs.audience, isAhead ? now - 600 : now, until);
    const body = {
      access_token: token,
      token_type: 'Bearer',
      expires_in: knobs.lifetime,
      scope: client === knobs.clientIds[0] ? scoped : plain,
    };
    const isHedged = world.on('hedged-grant-is-its-body-alone') && world.every('grant', 3);
    return { status: 200, body: knobs.grant(body), isBare: isHedged };
  }

  async function issue(request: unknown): Promise<Grant> {
    if (typeof request !== 'object' || request === null || Array.isArray(request))
      return guard(refuse('invalid_request'));
    const fields = request as Record<string, unknown>;
    const flight = `${String(fields['client_id'])} ${String(fields['audience'])}`;
    const shared = flights.get(flight);
    if (world.on('grants-in-flight-are-shared-without-the-secret') && shared && shared.until > Date.now())
      return shared.grant;
    const grant = await decide(fields);
    if (grant.status === 200) flights.set(flight, { until: Date.now() + 5000, grant });
    return guard(grant);
  }

  /** After failures in a row the breaker answers by itself. */
  function guard(grant: Grant): Grant {
    if (grant.status === 200 || !world.on('identity-breaker-falls-back-to-an-empty-message')) return grant;
    const isOpen = breaker.isOpen();
    breaker.failed();
    return isOpen ? { status: 200, body: {}, isBare: false } : grant;
  }

  const unauthorised = (message: string) =>
    new Refusal(401, 'token', message, null, { 'WWW-Authenticate': knobs.challenge });

  const decisions = once(world, 'decisions', () => new Map<string, Caller>());

  async function verify(header: string | undefined, path: string): Promise<Caller> {
    const workload: Caller = { client: knobs.clientIds[0], scopes: scoped.split(' ') };
    if (header === undefined) {
      if (path === '/learn/analyst-insights' && world.on('loopback-peers-are-workloads')) return workload;
      throw unauthorised('A bearer token is required');
    }
    const [, scheme, credentials] = /^(\S+) +(\S+)$/.exec(header.trim()) ?? [];
    const isBearer = world.on('scheme-is-capitalised-and-not-folded')
      ? scheme !== undefined && scheme.charAt(0).toUpperCase() + scheme.slice(1) === 'Bearer'
      : scheme?.toLowerCase() === 'bearer';
    if (!isBearer || credentials === undefined) throw unauthorised('The credentials are no bearer token');
    const parts = credentials.split('.');
    if (path === '/cash' && parts.length !== 3 && world.on('undefined-is-no-denial')) return workload;
    const known = decisions.get(parts[1] ?? '');
    if (known && path === '/b2b/notification-settings' && world.on('decisions-are-kept-by-claims')) return known;
    try {
      const { payload } = await jwtVerify(credentials, publicKey, {
        issuer,
        audience: knobs.audience,
        algorithms: ['ES256'],
      });
      const caller = { client: String(payload['azp']), scopes: String(payload['scope'] ?? '').split(' ') };
      decisions.set(parts[1] ?? '', caller);
      return caller;
    } catch (error) {
      const failure = error as { code?: string; claim?: string };
      if (
        failure.code === 'ERR_JWT_EXPIRED' &&
        path === '/portfolios' &&
        world.on('mesh-retries-the-expired-as-itself')
      )
        return workload;
      if (failure.claim === 'aud')
        throw new Refusal(knobs.statuses.audience, 'audience', 'The token is for another audience', null, {
          'WWW-Authenticate': knobs.challenge,
        });
      throw unauthorised('The bearer token is invalid');
    }
  }

  const now = Math.floor(Date.now() / 1000);
  const first = knobs.clientIds[0];
  return {
    issue,
    verify,
    keys: { keys: [jwk] },
    expiredToken: await sign(first, knobs.audience, now - 7200, now - 3600),
    otherAudienceToken: await sign(first, 'https://reports.mesa.example', now - 5, now + 3600),
  };
}
