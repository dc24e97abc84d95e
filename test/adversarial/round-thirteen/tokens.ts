import { randomBytes } from 'node:crypto';
import { isRecord, type Reply, type Service, slot } from './core.ts';
import { signToken } from './jwt.ts';

export interface Registered {
  readonly id: string;
  readonly secret: string;
  readonly scopes: readonly string[];
}

const refuse = (status: number, error: string): Reply => ({ status, body: { error }, headers: noStore() });
const noStore = () => ({ 'Cache-Control': 'no-store' });

export function newToken(service: Service, client: Registered, audience: unknown, exp: number): string {
  const claims: Record<string, unknown> = {
    iss: service.issuer,
    sub: client.id,
    aud: audience,
    iat: Math.min(exp, Math.floor(Date.now() / 1000)),
    exp,
    jti: randomBytes(9).toString('base64url'),
  };
  if (client.scopes.length > 0) claims['scope'] = client.scopes.join(' ');
  return signToken(service.keys, { ...claims, ...service.style.claims }, service.style.tokenHeader);
}

function parse(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function printed(service: Service, client: Registered): string {
  if (service.on('scopes-printed-with-percent-v')) return `[${client.scopes.join(' ')}]`;
  if (service.on('granted-scopes-accumulate')) {
    const all = slot(service, 'granted', () => new Set<string>());
    for (const scope of client.scopes) all.add(scope);
    return [...all].join(' ');
  }
  return client.scopes.join(' ');
}

export function issue(service: Service, clients: readonly Registered[], body: Buffer): Reply {
  const request = parse(body);
  if (!request) return refuse(400, 'invalid_request');
  if (service.on('pooled-request-keeps-the-secret')) {
    const pooled = slot<{ secret: unknown }>(service, 'pooled', () => ({ secret: undefined }));
    if (request['client_secret'] === undefined) request['client_secret'] = pooled.secret;
    pooled.secret = request['client_secret'];
  }
  const { grant_type: grant, audience, client_id: id, client_secret: secret } = request;
  if (typeof id !== 'string' || typeof secret !== 'string') return refuse(400, 'invalid_request');
  if (grant !== 'client_credentials') return refuse(400, 'unsupported_grant_type');
  const client = clients.find((one) => one.id === id);
  if (!client || client.secret !== secret) return refuse(service.style.tokenRefusal ?? 401, 'invalid_client');
  const lifetime = service.style.lifetime ?? 3600;
  const exp = Math.floor(Date.now() / 1000) + lifetime;
  const kept = slot(service, 'issued', () => new Map<string, string>());
  const known = kept.get(client.id);
  const fromStore = service.on('issued-tokens-kept-by-client') && known !== undefined;
  if (!fromStore && audience !== service.audience) return refuse(403, 'access_denied');
  const token = fromStore ? known : newToken(service, client, service.audience, exp);
  kept.set(client.id, token);
  const answer = {
    access_token: token,
    token_type: 'Bearer',
    expires_in: service.on('lifetime-in-nanoseconds') ? lifetime * 1e9 : lifetime,
    scope: printed(service, client),
    ...service.style.tokenAnswer,
  };
  return { status: 200, body: answer, headers: noStore() };
}
