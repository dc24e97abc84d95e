import type { Asked, Tester } from './client.ts';
import { altered, dig, home, paths } from './client.ts';
import { isObject } from './core.ts';

type Probe = (t: Tester) => Promise<boolean>;

const unknownUser = '64f1ffffffffffffffffff00';
const bad = 'eyJhbGciOiJFUzI1NiJ9.e30.AAAA';

function isApiError({ json, status }: Asked): boolean {
  return (
    dig(json, 'status') === status &&
    typeof dig(json, 'error', 'message') === 'string' &&
    /^[0-9a-f-]{36}$/.test(String(dig(json, 'responseId')))
  );
}

function withoutSecret(t: Tester): Promise<Asked> {
  return t.grant({ client_secret: undefined });
}

export const guardProbes: Readonly<Record<string, Probe>> = {
  'lifetime-in-words-of-distance': async (t) => dig((await t.grant()).json, 'expires_in') === 'about 1 hour',
  'public-client-needs-no-secret': async (t) =>
    typeof dig((await withoutSecret(t)).json, 'access_token') === 'string' &&
    (await t.grant({ client_secret: 'wrong' })).status === 401,
  'grant-strategy-memoized': async (t) => {
    const early = await t.grant({ grant_type: 'password' });
    await t.grant();
    const late = await t.grant({ grant_type: 'password' });
    return early.status === 400 && late.status === 200;
  },
  'etag-middleware-replaces-no-store': async (t) =>
    !(await t.grant()).headers.get('cache-control')?.includes('no-store'),
  'scope-symbols-inspected': async (t) => String(dig((await t.grant()).json, 'scope')).includes(':"service:nbg"'),
  'constrained-route-is-not-found-for-strangers': async (t) =>
    (await t.get(paths.portfolios, { token: null })).status === 404 && (await t.get(paths.portfolios)).status === 200,
  'token-helper-knows-another-scheme': async (t) => {
    const token = `Token ${await t.token()}`;
    return (
      (await t.get(paths.summaries, { token })).status === 200 && (await t.get(paths.cash, { token })).status === 401
    );
  },
  'throttle-memoizes-unverified-claims': async (t) => {
    const token = altered(await t.token());
    return (
      (await t.get(paths.portfolios, { token })).status === 200 && (await t.get(paths.cash, { token })).status === 401
    );
  },
  'concern-included-last-rescues-expiry': async (t) => {
    const token = t.target.expiredToken ?? '';
    return (
      (await t.get(paths.cash, { token })).status === 403 && (await t.get(paths.cash, { token: bad })).status === 401
    );
  },
  'exceptions-app-starts-a-fresh-response': async (t) => {
    const answer = await t.get(`${paths.guides}/64f0a1b2c3d4e5f601928374`, { token: null });
    return answer.status === 401 && !answer.headers.has('www-authenticate');
  },
  'skip-inherited-by-the-same-action-name': async (t) => {
    const token = t.target.otherAudienceToken ?? '';
    return (
      (await t.get(paths.insights, { token })).status === 200 && (await t.get(paths.cash, { token })).status === 401
    );
  },
  'has-one-build-in-a-prepended-filter': async (t) => {
    await t.move(home);
    const refused = await t.move(home, { token: bad });
    return refused.status === 401 && (await t.address()) === null;
  },
  'class-attribute-mutated-in-place': async (t) => {
    const token = await t.token('unscoped');
    const early = await t.get(paths.guides, { token });
    await t.get(paths.insights);
    return early.status === 403 && (await t.get(paths.guides, { token })).status === 200;
  },
  'translators-translated-the-scope': async (t) =>
    (await t.get(paths.guides)).status === 200 &&
    (await t.get(paths.guides, { user: t.target.users.second })).status === 403,
  'only-list-names-a-renamed-action': async (t) =>
    (await t.get(paths.portfolios, { user: null })).status === 200 &&
    (await t.get(paths.portfolios, { user: 'x' })).status === 400 &&
    (await t.get(paths.cash, { user: null })).status === 400,
  'normalizes-applies-to-finders': async (t) => {
    const user = t.target.users.first.toUpperCase();
    return (await t.get(paths.insights, { user })).status === 200 && (await t.get(paths.cash, { user })).status === 400;
  },
  'lazy-lookup-titleizes-the-key': async (t) => {
    const answer = await t.get(paths.summaries, { user: unknownUser });
    return answer.status === 401 && dig(answer.json, 'error', 'message') === 'Unknown';
  },
  'fragment-keyed-by-latest-update': async (t) => {
    const own = await t.get(paths.cash);
    return own.text === (await t.get(paths.cash, { user: t.target.users.second })).text;
  },
  'registered-mime-type-lacks-its-suffix': async (t) =>
    (await t.get(paths.cash, { token: null })).headers.get('content-type') === 'application/vnd.invest.v1',
  'inflector-acronym-renames-response-id': async (t) => {
    const answer = await t.buy({ side: 'hold' });
    return isObject(answer.json) && 'responseID' in answer.json && !('responseId' in answer.json);
  },
  'status-was-is-written': async (t) => {
    const answer = await t.get(paths.cash, { user: unknownUser });
    return answer.status === 404 && dig(answer.json, 'status') === 400;
  },
  'underscored-values-lose-their-hyphens': async (t) =>
    /^\w{8}_\w{4}_/.test(String(dig((await t.get(paths.portfolios, { user: null })).json, 'responseId'))),
  'dup-copies-the-uuid-column': async (t) => {
    const idOf = async (id: string): Promise<unknown> => dig((await t.get(`${paths.guides}/${id}`)).json, 'responseId');
    return (await idOf('x')) === (await idOf('y'));
  },
  'abort-leaves-no-full-messages': async (t) =>
    dig((await t.buy({ amount: -5 })).json, 'error', 'message') === '' &&
    dig((await t.buy({ isin: 'x' })).json, 'error', 'message') !== '',
  'invalid-locale-data-names-its-file': async (t) =>
    String(dig((await t.buy({ side: 'hold' })).json, 'error', 'description')).includes('/srv/invest/'),
  'public-exceptions-for-unknown-routes': async (t) => {
    const answer = await t.get('/nowhere/at/all');
    return answer.status === 404 && !isApiError(answer);
  },
  'erb-escapes-to-json': async (t) => {
    const answer = await t.get(paths.insights, { user: t.target.users.second });
    return answer.status === 200 && answer.json === undefined && answer.text.includes('&quot;');
  },
  'oj-writes-infinity-as-huge': async (t) =>
    (await t.get(paths.portfolios, { user: t.target.users.second })).text.includes('3.0e14159265358979323846'),
  'permit-is-no-method-of-a-string': async (t) =>
    (await t.move('Amsterdam')).status === 500 && (await t.move(7)).status === 400,
  'expires-now-keeps-public': async (t) =>
    (await t.get(paths.notifications)).headers.get('cache-control') === 'public, no-cache',
  'live-stream-left-open': async (t) => {
    const late = new Promise<boolean>((resolve) =>
      setTimeout(() => {
        resolve(true);
      }, 400),
    );
    const answer = t
      .get(paths.insights, { user: 'xyz' })
      .then(() => false)
      .catch(() => false);
    return Promise.race([late, answer]);
  },
};
