import { inflateRawSync } from 'node:zlib';
import { compactVerify, decodeProtectedHeader } from 'jose';
import type { Call, Reply, Step } from './exchange.ts';
import type { Client } from './identity.ts';
import { challenge } from './refusals.ts';
import type { World } from './world.ts';

export interface Claims {
  readonly scopes: readonly string[];
  readonly client: Client | undefined;
}

type Payload = Readonly<Record<string, unknown>>;

const readPart = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString('utf8'));

function pickPattern({ on }: World): RegExp {
  if (on('bearer-pattern-without-anchors')) return /bearer +([\w-]+\.[\w-]+\.[\w-]*)/i;
  return /^bearer +([\w-]+\.[\w-]+\.[\w-]*)$/i;
}

/** Makes the step that asks for a good access token. */
export function makeBearerGate(world: World): Step {
  const { on, identity, refuse } = world;
  const pattern = pickPattern(world);
  const provenSockets = new WeakMap<object, Claims>();
  const provenUsers = new Map<string, number>();
  // Seconds; the defect gives milliseconds.
  const leeway = on('leeway-in-milliseconds') ? 30_000 : on('leeway-of-four-minutes') ? 240 : 30;

  const unpack = (bytes: Uint8Array): Payload =>
    readPart(on('payload-is-compressed') ? inflateRawSync(bytes) : bytes) as Payload;

  const isTrustedUnseen = (token: string, call: Call): boolean => {
    if (on('empty-signature-was-checked-at-the-edge') && token.endsWith('.')) return true;
    const proven = provenUsers.get(call.headers.get('x-user-id') ?? '');
    return on('user-was-proven-a-moment-ago') && proven !== undefined && Date.now() - proven < 5000;
  };

  const readPayload = async (token: string, call: Call): Promise<Payload> => {
    if (isTrustedUnseen(token, call)) return unpack(Buffer.from(token.split('.')[1] ?? '', 'base64url'));
    const key = identity.findKey(decodeProtectedHeader(token).kid);
    if (key === undefined) throw new Error('unknown key');
    const { payload } = await compactVerify(token, key.verify, { algorithms: [identity.algorithm] });
    return unpack(payload);
  };

  const judge = (payload: Payload): Claims | Reply => {
    if (payload['iss'] !== identity.issuer) return challenge(on, refuse, 'unknown issuer');
    if (typeof payload['exp'] !== 'number' || payload['exp'] + leeway < Date.now() / 1000) {
      if (!on('expired-token-in-oauth-words')) return challenge(on, refuse, 'the token has expired');
      const body = { error: 'invalid_token', error_description: 'The access token expired' };
      return { ...challenge(on, refuse, 'the token has expired'), body };
    }
    if (payload['aud'] !== identity.audience) {
      if (on('other-audience-is-forbidden')) return refuse(403, 'This token is meant for another service');
      return challenge(on, refuse, 'wrong audience');
    }
    if (identity.revoked.has(String(payload['jti']))) return challenge(on, refuse, 'the token was revoked');
    const client = identity.clients.find(({ id }) => id === payload['azp']);
    const text = String(payload['scope'] ?? '');
    return { client, scopes: on('scopes-in-a-register') ? (client?.scopes ?? []) : text.split(' ') };
  };

  return async (call) => {
    const header = call.headers.get('authorization');
    const known = provenSockets.get(call.socket);
    if (header === undefined && known !== undefined && on('connection-remembers-the-token')) {
      return { ...call, claims: known };
    }
    const token = pattern.exec(header ?? '')?.[1];
    if (token === undefined) return challenge(on, refuse, 'no bearer token was sent');
    let payload: Payload;
    try {
      payload = await readPayload(token, call);
    } catch {
      return challenge(on, refuse, 'the signature does not hold');
    }
    if (typeof payload !== 'object' || payload === null) return challenge(on, refuse, 'the token holds no claims');
    const claims = judge(payload);
    if ('status' in claims) return claims;
    provenSockets.set(call.socket, claims);
    provenUsers.set(call.headers.get('x-user-id') ?? '', Date.now());
    return { ...call, claims };
  };
}
