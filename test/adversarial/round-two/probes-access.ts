import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { decodeJwt, exportSPKI, generateKeyPair, importJWK, SignJWT } from 'jose';
import type { accessDefects } from './defects-access.ts';
import type { Session } from './session.ts';

export type Probe = (session: Session) => Promise<unknown>;

const address = { line1: 'Weg 1', city: 'Ulm', postalCode: 89073, countryCode: 'DE' };
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const unknownUser = 'abcdef0123456789abcdef01';
const notifications = '/b2b/notification-settings';
const guides = '/learn/learning-guides';

async function alterPayload(session: Session, which: 'scoped' | 'unscoped', more: object): Promise<string> {
  const token = await session.token(which);
  const [head, , signature] = token.split('.');
  return `${head}.${encode({ ...decodeJwt(token), ...more })}.${signature}`;
}

async function alterSignature(session: Session): Promise<string> {
  const token = await session.token();
  const start = token.lastIndexOf('.') + 20;
  return token.slice(0, start) + (token[start] === 'A' ? 'B' : 'A') + token.slice(start + 1);
}

export const accessProbes: Record<(typeof accessDefects)[number]['id'], Probe> = {
  'token-lifetime-as-fraction': async (s) => {
    await s.issue();
    await wait(15);
    return Number.isInteger((await s.issue()).json.expires_in);
  },
  'token-renewal-revokes-the-new-one': async (s) => {
    await s.token();
    return s.status('/cash', { token: (await s.issue()).json.access_token });
  },
  'token-cache-before-secret': async (s) => {
    await s.issue();
    return (await s.issue('scoped', { client_secret: 'guess' })).status;
  },
  'token-echoes-all-scopes': async (s) => (await s.issue('unscoped')).json.scope,
  'token-unknown-client-to-login': async (s) => (await s.issue('scoped', { client_id: 'nobody' })).status,
  'token-exp-in-local-time': async (s) => {
    const { exp = 0, iat = 0 } = decodeJwt(await s.token());
    return exp - iat;
  },
  'auth-remembered-on-connection': async (s) => [await s.status('/cash'), await s.status('/cash', { token: null })],
  'auth-last-word-is-the-token': async (s) =>
    s.status('/cash', { token: null, headers: { Authorization: `Basic ${await s.token()}` } }),
  'auth-undecodable-is-400': (s) => s.status('/cash', { token: 'garbage' }),
  'auth-none-in-mixed-case': async (s) =>
    s.status('/cash', { token: `${encode({ alg: 'nOnE' })}.${(await s.token()).split('.')[1]}.` }),
  'auth-verified-once-by-jti': async (s) => [
    await s.status('/cash'),
    await s.status('/cash', { token: await alterSignature(s) }),
  ],
  'auth-only-decoded-on-notifications': async (s) => {
    const { privateKey } = await generateKeyPair('ES384');
    const token = await new SignJWT(decodeJwt(await s.token())).setProtectedHeader({ alg: 'ES384' }).sign(privateKey);
    return [await s.status(notifications, { token }), await s.status('/cash', { token })];
  },
  'auth-hmac-with-public-key': async (s) => {
    const jwks = await s.exchange(s.target.jwksUrl ?? '', {});
    const pem = await exportSPKI((await importJWK(jwks.json.keys[0], 'ES256', { extractable: true })) as CryptoKey);
    const signed = `${encode({ alg: 'HS256' })}.${(await s.token()).split('.')[1]}`;
    const signature = createHmac('sha256', pem).update(signed).digest('base64url');
    return s.status('/cash', { token: `${signed}.${signature}` });
  },
  'auth-address-stored-first': async (s) => {
    const { status } = await s.patch(address, { token: null });
    return [status, (await s.storedAddress()).line1];
  },
  'auth-challenge-only-when-missing': async (s) =>
    Boolean((await s.call('/cash', { token: 'a.b.c' })).headers['www-authenticate']),
  'scope-as-substring': async (s) => s.status(guides, { token: await s.token('unscoped') }),
  'scope-after-listing-cache': async (s) => {
    await s.call(guides);
    return s.status(guides, { token: await s.token('unscoped') });
  },
  'scope-refusal-remembered-by-user': async (s) => {
    await s.call(guides, { token: await s.token('unscoped') });
    return s.status(guides);
  },
  'scope-escalation-is-403': async (s) =>
    s.status(guides, { token: await alterPayload(s, 'unscoped', { scope: 'service:nbg' }) }),
  'user-last-one-of-client': async (s) => [
    await s.status('/portfolios'),
    await s.status('/portfolios', { user: null }),
  ],
  'user-first-of-a-list': (s) =>
    s.status('/cash', { user: null, headers: { 'x-user-id': [s.target.users.first, s.target.users.second] } }),
  'user-created-on-sight': (s) => s.status(notifications, { user: unknownUser }),
  'user-miss-cached-as-hit': async (s) => [
    await s.status('/cash', { user: unknownUser }),
    await s.status('/daily-summaries', { user: unknownUser }),
  ],
  'user-in-module-variable': async (s) => {
    await s.token();
    const { first, second } = s.target.users;
    const answers = await Promise.all([first, second].map((user) => s.call('/portfolios', { user })));
    return answers.map(({ json }) => json.data.currency);
  },
  'user-cache-by-client': async (s) => {
    const { first, second } = s.target.users;
    const lengths: number[] = [];
    for (const user of [first, second]) lengths.push((await s.call('/daily-summaries', { user })).json.data.length);
    return lengths;
  },
  'errors-html-for-bad-json': async (s) => {
    const { status, headers } = await s.call('/users/me/address', { method: 'PATCH', body: '{"address":' });
    return [status, headers['content-type']];
  },
  'errors-status-remapped': async (s) => {
    const { status, json } = await s.order({ isin: 1 });
    return status === json.status;
  },
  'errors-uuid-without-padding': async (s) => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => s.call('/cash', { user: null })));
    return ids.every(({ json }) => json.responseId.length === 36);
  },
  'errors-thrown-singleton': async (s) => {
    const answers = [await s.call('/cash', { token: null }), await s.call('/portfolios', { token: null })];
    return new Set(answers.map(({ json }) => json.responseId)).size;
  },
  'errors-quote-the-token': async (s) => (await s.call('/cash', { token: 'aa.bb.cc' })).text.includes('aa.bb.cc'),
  'http-latin1-for-german': async (s) => (await s.call('/learn/analyst-insights')).text.includes('\ufffd'),
  'http-null-postal-code': async (s) => (await s.patch({ ...address, postalCode: null })).status,
  'http-repeated-query': (s) => s.status('/cash?a=1&a=2'),
  'http-must-revalidate': async (s) => (await s.call('/portfolios')).headers['cache-control'],
  'http-other-type-hangs': async (s) => (await s.patch(address, { type: 'text/plain' })).status,
};
