import { generateKeyPair, SignJWT } from 'jose';
import { type Client, parsed, UNKNOWN } from './client.ts';
import { pause } from './hooks.ts';

/** Tells whether the target behaves as READING wants it. */
export type Probe = (client: Client) => Promise<boolean>;

const GUIDES = '/learn/learning-guides';
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

export const ACCESS_PROBES: Readonly<Record<string, Probe>> = {
  'secret-with-a-tail': async (client) =>
    (await client.issue({ client_secret: `${client.target.clients.scoped.secret}x` })).status === 401,
  'exp-at-midnight': async (client) => Math.abs(claimsOf(await client.fresh()).exp - Date.now() / 1000 - 3600) < 60,
  'lifetime-as-iso-duration': async (client) => Number.isInteger(parsed(await client.issue()).expires_in),
  'kept-token-in-quotes': async (client) => {
    for (let turn = 0; turn < 3; turn += 1) await client.fresh();
    return /^[\w.-]+$/.test(await client.fresh());
  },
  'unknown-client-on-waiting-list': async (client) => (await client.issue({ client_id: 'nobody' })).status === 401,
  'grants-in-a-text': async (client) => (await client.issue({ grant_type: '' })).status === 400,
  'clock-of-latest-snapshot': async (client) =>
    (await client.ask('/cash', { token: client.target.expiredToken ?? '' })).status === 401,
  'audience-lists-unchecked': async (client) =>
    (await client.ask('/cash', { token: client.target.otherAudienceToken ?? '' })).status === 401,
  'challenge-of-a-proxy': async (client) => (await client.ask('/cash', { token: '' })).headers.has('www-authenticate'),
  'other-scheme-forbidden': async (client) =>
    (await client.ask('/cash', { token: '', headers: { authorization: 'Basic YTpi' } })).status === 401,
  'end-of-token-in-the-log': async (client) =>
    (await client.ask('/cash', { token: `${part({})}.${part({})}.AA` })).status === 401,
  'verified-in-the-background': async (client) => {
    const { privateKey } = await generateKeyPair('ES256');
    const forged = new SignJWT(claimsOf(await client.fresh())).setProtectedHeader({ alg: 'ES256', kid: 'key-1' });
    return (await client.ask('/cash', { token: await forged.sign(privateKey) })).status === 401;
  },
  'padding-from-memory': async (client) => {
    const { owner } = parsed(await client.ask('/cash'));
    return !(await client.ask('/cash', { token: 'a.b.c' })).text.includes(owner);
  },
  'young-tokens-have-no-scopes': async (client) => (await client.ask(GUIDES)).status === 200,
  'tokens-of-before-scopes': async (client) =>
    (await client.ask(GUIDES, { token: await client.fresh('unscoped') })).status === 403,
  'users-in-a-bloom-filter': async (client) => {
    const ids = Array.from({ length: 8 }, (_, place) => UNKNOWN.slice(1) + place.toString(16));
    const answers = await Promise.all(ids.map((user) => client.ask('/cash', { user })));
    return answers.every(({ status }) => status === 404);
  },
  'one-buffer-for-encoding': async (client) => {
    const { first, second } = client.target.users;
    const [one, other] = await Promise.all([first, second].map((user) => client.ask('/portfolios', { user })));
    return one?.text !== other?.text;
  },
  'empty-elements-of-a-list': async (client) =>
    (await client.ask('/cash', { user: `${client.target.users.first},` })).status === 400,
};

export const HTTP_PROBES: Readonly<Record<string, Probe>> = {
  'coding-of-the-origin': async (client) => {
    const answer = await client.ask('/learn/analyst-insights').catch(() => undefined);
    return answer !== undefined && parsed(answer) !== undefined;
  },
  'limit-beyond-doubles': async (client) => Number.isFinite(parsed(await client.ask('/cash')).balances[0].limit),
  'query-as-header': async (client) => (await client.ask('/cash?a=b%0Ac')).status === 200,
  'branch-nobody-reads': async (client) => {
    const answer = await client.update({ line1: 'a'.repeat(4800) }).catch(() => undefined);
    return answer?.status === 200;
  },
  'versioned-assets': async (client) =>
    !(await client.ask('/portfolios?v=1')).headers.get('cache-control')?.includes('public'),
  'contradictory-lengths-411': async (client) => {
    const heard = await client.raw('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab');
    return heard === '' || heard.startsWith('HTTP/1.1 400');
  },
  'large-input-flag': async (client) => {
    await client.update({ line1: 'a'.repeat(300_000) }).catch(() => undefined);
    return (await client.ask('/cash')).status === 200;
  },
  'kept-response-read-twice': async (client) => {
    const [{ id }] = parsed(await client.ask(GUIDES)).data;
    await client.ask(`${GUIDES}/${id}`);
    return (await client.ask(`${GUIDES}/${id}`)).status === 200;
  },
  'platform-lacks-the-method': async (client) =>
    /^HTTP\/1.1 (4|501)/.test(await client.raw('NOSUCH / HTTP/1.1\r\nHost: a\r\n\r\n')),
  'caching-said-in-a-trailer': async (client) => (await client.ask(GUIDES)).headers.has('cache-control'),
  'query-hides-the-language': async (client) => {
    await pause(1);
    return (await client.ask(GUIDES)).text === (await client.ask(`${GUIDES}?a=1`)).text;
  },
};
