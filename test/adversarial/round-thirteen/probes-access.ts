import { type Client, type Probe, paths, sample } from './client.ts';

const nobody = '0123456789abcdef01234567';
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const words = (text: string) => text.split(' ');
const second = (c: Client) => ({ user: c.target.users.second });

/** Whether any of some simultaneous answers differs from what its user gets alone. */
async function mixed(c: Client, path: string): Promise<boolean> {
  const alone = [(await c.get(path)).text, (await c.get(path, second(c))).text];
  for (let round = 0; round < 12; round += 1) {
    const together = await Promise.all([c.get(path), c.get(path, second(c))]);
    if (together.some((one, at) => one.text !== alone[at])) return true;
  }
  return false;
}

export const accessProbes: Record<string, Probe> = {
  'lifetime-in-nanoseconds': async (c) => {
    return Math.abs(claimsOf(c.token).exp - Date.now() / 1000 - c.scoped.json.expires_in) > 60;
  },
  'scopes-printed-with-percent-v': async (c) => !words(c.scoped.json.scope).includes('service:nbg'),
  'granted-scopes-accumulate': async (c) => words((await c.issueUnscoped()).json.scope).includes('service:nbg'),
  'pooled-request-keeps-the-secret': async (c) => (await c.issue({ client_secret: undefined })).status === 200,
  'issued-tokens-kept-by-client': async (c) => (await c.issue({ audience: 'https://other.example' })).status === 200,
  'token-read-up-to-its-third-part': async (c) => (await c.get(paths.cash, { token: `${c.token}.e30` })).status === 200,
  'scheme-trimmed-until-gone': async (c) => {
    return (await c.get(paths.cash, { authorization: `Bearer Bearer ${c.token}` })).status === 200;
  },
  'verification-stored-by-a-defer': async (c) => {
    const token = `${c.token.slice(0, -20)}AAAAAAAAAAAAAAAAAAAA`;
    await c.get(paths.cash, { token });
    return (await c.get(paths.portfolios, { token })).status === 200;
  },
  'expiry-kept-per-client': async (c) => {
    await c.get(paths.cash);
    return (await c.get(paths.cash, { token: c.target.expiredToken ?? '' })).status === 200;
  },
  'principal-kept-by-user': async (c) => {
    await c.get(paths.cash);
    return (await c.get(paths.cash, { token: null })).status === 200;
  },
  'challenge-in-a-once': async (c) => {
    await c.get(paths.cash, { token: null });
    return !(await c.get(paths.cash, { token: null })).headers.has('www-authenticate');
  },
  'audience-remembered-per-client': async (c) => {
    await c.get(paths.cash);
    return (await c.get(paths.cash, { token: c.target.otherAudienceToken ?? '' })).status === 200;
  },
  'claims-struct-not-zeroed': async (c) => {
    await c.get(paths.guides);
    return (await c.get(paths.guides, { token: (await c.issueUnscoped()).json.access_token })).status === 200;
  },
  'scope-denial-kept-by-user': async (c) => {
    await c.get(paths.guides, { token: (await c.issueUnscoped()).json.access_token });
    return (await c.get(paths.guides)).status === 403;
  },
  'negative-entry-read-as-found': async (c) => {
    await c.get(paths.cash, { user: nobody });
    return (await c.get(paths.cash, { user: nobody })).status === 200;
  },
  'user-validated-on-a-miss-only': async (c) => {
    await c.get(paths.cash);
    return (await c.get(paths.cash, { user: c.target.users.first.toUpperCase() })).status === 200;
  },
  'wrapped-error-compared-with-equals': async (c) => {
    await c.get(paths.summaries, { user: nobody });
    return (await c.get(paths.summaries, { user: nobody })).status !== 401;
  },
  'innermost-error-as-message': async (c) => {
    return !/user.*not found/i.test((await c.get(paths.summaries, { user: nobody })).json.error.message);
  },
  'result-from-a-shared-channel': (c) => mixed(c, paths.portfolios),
  'append-shares-the-array': (c) => mixed(c, paths.cash),
  'error-without-exported-fields': async (c) => {
    return (await c.get(paths.cash, { user: nobody })).json.error.message === undefined;
  },
  'response-id-in-base64': async (c) => {
    const refused = await c.get(paths.guides, { token: (await c.issueUnscoped()).json.access_token });
    return !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(refused.json.responseId);
  },
  'status-left-at-zero': async (c) => (await c.get(`${paths.guides}/not-hexadecimal`)).json.status !== 400,
  'status-text-of-an-own-status': async (c) => {
    return (await c.patch({ address: { ...sample, countryCode: 'gb' } })).json.error.message === '';
  },
  'nil-channel-for-unknown-filters': async (c) => {
    return c.get(`${paths.portfolios}?page=2`).then(
      () => false,
      () => true,
    );
  },
  'odd-length-id-is-internal': async (c) => (await c.get(`${paths.guides}/5f1e0a7b8c9d0e1f2a3b4c5`)).status === 500,
  'concurrent-map-access': async (c) => {
    const together = await Promise.all([c.get(paths.notifications), c.get(paths.notifications, second(c))]);
    return together.some(({ status }) => status === 500);
  },
  'scanner-line-too-long': async (c) => {
    return (await c.patch({ address: { ...sample, line2: 'x'.repeat(70_000) } })).status === 500;
  },
  'policy-of-the-writer-before': async (c) => {
    await c.get(paths.guides);
    return /public/.test((await c.get(paths.cash)).headers.get('cache-control') ?? '');
  },
  'media-type-set-after-writing': async (c) => {
    return !/json/.test((await c.get(paths.insights)).headers.get('content-type') ?? '');
  },
  'encoder-stops-at-nan': async (c) => (await c.get(paths.cash, second(c))).json === undefined,
};
