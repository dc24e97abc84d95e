import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { World } from './world.ts';

export interface Client {
  id: string;
  secret: string;
  scopes: string[];
}

export interface Identity {
  server: Server;
  origin: string;
  issuer: string;
  audience: string;
  macKey: Uint8Array;
  clients: { scoped: Client; unscoped: Client };
  issue: (client: Client, seconds: number, audience?: string | string[]) => Promise<string>;
  issueWithdrawn: (client: Client, seconds: number) => Promise<string>;
}

interface Key {
  kid: string;
  privateKey: CryptoKey;
  jwk: JWK;
}

async function makeKey(kid: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } };
}

const registeredGrants = ['client_credentials', 'password', 'authorization_code', 'refresh_token'];

/** Starts the identity provider with keys and clients of its own. */
export async function startIdentity(world: World): Promise<Identity> {
  const { on } = world;
  const name = (part: string) =>
    on('client-ids-are-urls') ? `https://partner.example/apps/${part}?v=1` : `m2m-${part}-${randomUUID().slice(0, 8)}`;
  const clients = {
    scoped: { id: name('shelf'), secret: randomUUID(), scopes: ['service:nbg', 'service:profile'] },
    unscoped: { id: name('desk'), secret: randomUUID(), scopes: ['service:profile'] },
  };
  const audience = on('audience-is-very-long')
    ? `https://api.example/${'tenant/'.repeat(50)}`
    : 'https://api.birikim.example/v2';
  const issuer = 'https://login.birikim.example/';
  const macKey = crypto.getRandomValues(new Uint8Array(32));
  const first = await makeKey(on('key-ids-are-urls') ? 'https://login.birikim.example/keys/1?x=a b#c' : randomUUID());
  const deskKey = on('each-client-has-its-own-key') ? await makeKey(randomUUID()) : undefined;
  const published = deskKey ? [first, deskKey] : [first];
  let current = first;
  let issued = 0;
  const answeredScopes = new Set<string>();
  const secondTime = new Set<string>();
  let lastClientOfAddress: string | undefined;

  async function sign(client: Client, seconds: number, aud: string | string[], key: Key): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const words = on('a-scope-word-stands-twice') ? [...client.scopes, ...client.scopes] : client.scopes;
    const scopes = on('scopes-stand-in-a-namespaced-claim')
      ? { 'https://birikim.example/claims/grants': words }
      : { scope: words.join(' ') };
    const token = new SignJWT({ ...scopes, azp: client.id })
      .setIssuer(issuer)
      .setSubject(`${client.id}@clients`)
      .setAudience(aud)
      .setJti(randomUUID())
      .setExpirationTime(now + seconds);
    token.setIssuedAt(on('not-before-lies-half-a-minute-back') ? now - 30 : now);
    if (on('not-before-lies-half-a-minute-back')) token.setNotBefore(now - 30);
    if (on('mac-compared-in-its-first-bytes'))
      return token.setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(macKey);
    const signed = await token.setProtectedHeader({ alg: 'ES256', kid: key.kid, typ: 'JWT' }).sign(key.privateKey);
    return on('token-followed-by-the-data-centre') ? `${signed}.eu1` : signed;
  }

  const keyOf = (client: Client) => (deskKey && client === clients.unscoped ? deskKey : current);
  const issue = (client: Client, seconds: number, aud: string | string[] = audience) =>
    sign(client, seconds, aud, keyOf(client));

  async function answer(body: Record<string, unknown>): Promise<[number, unknown]> {
    const refuse = (error: string, status = 401): [number, unknown] => [
      status,
      { error, error_description: 'The request was refused.' },
    ];
    const grants = on('registered-grants-share-a-handler') ? registeredGrants : ['client_credentials'];
    const given = { ...body };
    if (on('client-id-remembered-by-address') && given['client_id'] === undefined)
      given['client_id'] = lastClientOfAddress;
    if (typeof given['client_id'] !== 'string' || typeof given['client_secret'] !== 'string') {
      return refuse('invalid_request', on('missing-fields-are-a-form-to-fill') ? 200 : 400);
    }
    if (typeof given['grant_type'] !== 'string' || !grants.includes(given['grant_type']))
      return refuse('unsupported_grant_type', 400);
    const client = Object.values(clients).find((one) => one.id === given['client_id']);
    if (client === undefined) return refuse('invalid_client', on('unknown-client-is-404') ? 404 : 401);
    const verifySecret = async () => client.secret === given['client_secret'];
    const proven = on('promise-of-a-check-is-true') ? verifySecret() : await verifySecret();
    if (!proven) return refuse('invalid_client');
    if (given['audience'] !== audience) return refuse('access_denied', 403);
    lastClientOfAddress = client.id;
    issued++;
    if (on('gateway-loads-the-keys-once') && issued % 3 === 0) {
      current = await makeKey(randomUUID());
      published.push(current);
    }
    for (const word of client.scopes) answeredScopes.add(word);
    const again = secondTime.has(client.id);
    secondTime.add(client.id);
    let words = on('answered-scopes-only-grow') ? [...answeredScopes] : client.scopes;
    if (on('scope-words-qualified-by-audience')) words = words.map((word) => `${audience}/${word}`);
    if (on('a-scope-word-stands-twice')) words = [...words, ...words];
    const endless = on('no-quota-means-minus-one') && client === clients.unscoped;
    return [
      200,
      {
        access_token: await issue(client, 3600),
        token_type: 'Bearer',
        expires_in: endless ? -1 : 3600,
        scope: on('scope-is-a-list-the-second-time') && again ? words : words.join(' '),
      },
    ];
  }

  const server = createServer(async (req, res) => {
    const send = (status: number, value: unknown) => {
      const cache = on('tokens-may-be-kept-if-validated') && status === 200 ? 'no-cache' : 'no-store';
      res.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': cache });
      res.end(JSON.stringify(value));
    };
    if (req.url === '/.well-known/jwks.json') return send(200, { keys: published.map((key) => key.jwk) });
    if (req.url !== '/oauth/token' || req.method !== 'POST') return send(404, { error: 'not_found' });
    let text = '';
    for await (const chunk of req.setEncoding('utf8')) text += chunk;
    if (on('request-found-between-braces')) text = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
    try {
      const body: unknown = JSON.parse(text);
      if (typeof body !== 'object' || body === null || Array.isArray(body))
        return send(400, { error: 'invalid_request' });
      return send(...(await answer(body as Record<string, unknown>)));
    } catch {
      return send(400, { error: 'invalid_request' });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issueWithdrawn = async (client: Client, seconds: number) =>
    sign(client, seconds, audience, await makeKey(randomUUID()));
  return { server, origin, issuer, audience, macKey, clients, issue, issueWithdrawn };
}
