import { decodeJwt } from 'jose';
import { goodAddress, type Tester } from './client.ts';

/** A probe says whether what it looks for is sound: true for the correct target, false for the defective one. */
export type Probe = (tester: Tester) => Promise<boolean>;

const listing = '/learn/learning-guides';
const unknown = 'abcdefabcdefabcdefabcdef';

/** The same token with another subject, and the signature as it was. */
function forged(token: string): string {
  const [head, , signature] = token.split('.');
  const payload = Buffer.from(JSON.stringify({ ...decodeJwt(token), sub: 'somebody' })).toString('base64url');
  return `${head}.${payload}.${signature}`;
}

const refused = (status: number) => status >= 400 && status < 500;

export const accessProbes: Record<string, Probe> = {
  'lifetime-cut-at-the-comma': async (t) => (await t.issue()).json.expires_in === 3600,
  'renewals-in-site-time': async (t) => {
    const renewed = (await t.issue()).json.access_token;
    return (await t.send('/cash', { token: renewed })).status === 200;
  },
  'scope-through-sanitize-key': async (t) => (await t.issue()).json.scope.split(' ').includes('service:nbg'),
  'denied-capabilities-have-keys-too': async (t) =>
    !(await t.issue({}, t.target.clients.unscoped)).json.scope.includes('service:nbg'),
  'strcmp-of-a-list-is-null': async (t) => !(await t.issue({ client_secret: ['x'] })).json?.access_token,
  'grants-of-the-login-plugin': async (t) => !(await t.issue({ grant_type: 'password' })).json?.access_token,
  'missing-fields-go-to-the-login-page': async (t) => refused((await t.issue({ client_secret: undefined })).status),
  'header-replaces-the-earlier-one': async (t) => (await t.issue()).headers.get('cache-control') === 'no-store',
  'transient-names-have-172-characters': async (t) => {
    await t.send('/cash');
    return (await t.send('/cash', { token: forged(t.token) })).status === 401;
  },
  'expiry-against-a-date-of-mysql': async (t) =>
    (await t.send('/cash', { token: t.target.expiredToken })).status === 401,
  'error-objects-are-true': async (t) => (await t.send('/cash', { token: t.target.otherAudienceToken })).status === 401,
  'sscanf-needs-no-space': async (t) => (await t.send('/cash', { authorization: `Bearer${t.token}` })).status === 401,
  'autosave-before-the-permission-callback': async (t) => {
    await t.patch(goodAddress, { token: undefined });
    return (await t.stored()).city === 'Bath';
  },
  'denied-capability-among-the-notoptions': async (t) => {
    await t.send(listing, { token: t.unscoped });
    return (await t.send(listing)).status === 200;
  },
  'zero-means-the-current-author': async (t) => {
    await t.send('/portfolios');
    return refused((await t.send('/portfolios', { user: unknown })).status);
  },
  'second-miss-has-another-branch': async (t) => {
    await t.send('/daily-summaries', { user: unknown });
    return (await t.send('/daily-summaries', { user: unknown })).status === 401;
  },
  'intval-of-a-user-id': async (t) => {
    const one = await t.send('/cash');
    return one.text !== (await t.send('/cash', { user: t.second })).text;
  },
  'headers-already-sent': async (t) => refused((await t.send('/b2b/notification-settings', { user: unknown })).status),
  'anonymous-refusals-in-the-page-cache': async (t) => {
    const one = await t.send('/cash', { token: undefined });
    return one.json.responseId !== (await t.send('/cash', { token: undefined })).json.responseId;
  },
};
