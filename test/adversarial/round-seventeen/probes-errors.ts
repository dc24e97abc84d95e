import { at, type Lab, valid } from './lab.ts';
import type { Probe } from './probes.ts';

const nobody = 'c0ffee00c0ffee00c0ffee00';
const refused = (status: number) => status >= 400 && status < 500;
const altered = (token: string) => {
  const [head, payload, signature] = token.split('.');
  const claims = { ...JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()), sub: 'somebody' };
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
};
const refusesGrant = async (lab: Lab, changes: Record<string, unknown>) =>
  at((await lab.request(lab.clients.scoped, changes)).json, 'access_token') === undefined;
const scopeOf = async (lab: Lab, client: 'scoped' | 'unscoped') =>
  String(at((await lab.request(lab.clients[client])).json, 'scope')).split(' ');
const responseIds = async (lab: Lab, count: number) => {
  const ids: unknown[] = [];
  for (let n = 0; n < count; n += 1) ids.push(at((await lab.ask('/cash', { user: nobody })).json, 'responseId'));
  return ids;
};

export const errorProbes: Readonly<Record<string, Probe>> = {
  'merged-header-columns-get-suffixes': async (lab) =>
    (await lab.request(lab.clients.scoped)).headers.get('cache-control') === 'no-store',
  'unknown-grants-are-imputed': (lab) => refusesGrant(lab, { grant_type: 'password' }),
  'missing-is-not-unequal': (lab) => refusesGrant(lab, { client_id: 'nobody' }),
  'audiences-are-joined-to-the-nearest': (lab) => refusesGrant(lab, { audience: 'https://elsewhere.example' }),
  'lifetimes-are-summed-by-client': async (lab) =>
    at((await lab.request(lab.clients.scoped)).json, 'expires_in') === 3600,
  'first-of-the-exploded-scopes': async (lab) => (await scopeOf(lab, 'scoped')).includes('service:nbg'),
  'scope-cells-are-filled-from-above': async (lab) => !(await scopeOf(lab, 'unscoped')).includes('service:nbg'),
  'expiry-is-read-as-naive-local-time': async (lab) =>
    (await lab.ask('/cash', { token: lab.target.expiredToken ?? '' })).status === 401,
  'verdicts-are-merged-as-of-the-issue': async (lab) => {
    await lab.ask('/b2b/notification-settings');
    return (await lab.ask('/b2b/notification-settings', { token: altered(lab.token) })).status === 401;
  },
  'credentials-are-filled-from-the-row-above': async (lab) => {
    await lab.ask('/learn/analyst-insights');
    return (await lab.ask('/learn/analyst-insights', { token: null })).status === 401;
  },
  'chained-assignment-is-lost': async (lab) =>
    refused((await lab.ask('/cash', { token: lab.target.otherAudienceToken ?? '' })).status),
  'columns-with-a-gap-are-dropped': async (lab) => {
    await lab.ask('/cash', { user: nobody });
    return (await lab.ask('/cash', { token: null })).headers.has('www-authenticate');
  },
  'unknown-scopes-are-encoded-like-the-first': async (lab) =>
    (await lab.ask('/learn/learning-guides', { token: lab.unscoped })).status === 403,
  'header-is-the-pattern': async (lab) =>
    refused((await lab.ask('/b2b/notification-settings', { user: lab.users.first.slice(1) })).status),
  'margins-answer-for-nobody': async (lab) => refused((await lab.ask('/portfolios', { user: null })).status),
  'partition-was-never-written': async (lab) => (await lab.ask('/daily-summaries', { user: nobody })).status === 401,
  'message-is-the-key-itself': async (lab) =>
    String(at((await lab.ask('/daily-summaries', { user: nobody })).json, 'error', 'message')).includes('not found'),
  'batch-is-filled-from-the-row-above': async (lab) => {
    const users = [lab.users.first, lab.users.second, lab.users.first, lab.users.second];
    const replies = await Promise.all(users.map((user) => lab.ask('/portfolios', { user })));
    return replies.every(({ text }, n) => n % 2 === 0 || !text.includes('Maya'));
  },
  'seed-is-set-again-at-every-refresh': async (lab) => new Set(await responseIds(lab, 45)).size === 45,
  'bytes-are-turned-into-text': async (lab) =>
    /^[0-9a-f-]{36}$/.test(
      String(at((await lab.ask('/b2b/notification-settings', { user: nobody })).json, 'responseId')),
    ),
  'detail-comes-from-the-router-of-the-framework': async (lab) =>
    at((await lab.ask('/nowhere')).json, 'status') === 404,
  'cells-are-written-by-column-and-index': async (lab) =>
    typeof at((await lab.ask('/learn/analyst-insights', { user: nobody })).json, 'error', 'message') === 'string',
  'status-has-eight-bits': async (lab) =>
    at((await lab.ask('/learn/learning-guides', { token: lab.unscoped })).json, 'status') === 403,
  'missing-description-is-not-a-number': async (lab) =>
    (await lab.update({ address: valid }, { token: null })).json !== undefined,
  'sensor-waits-for-the-row': async (lab) =>
    lab.ask('/portfolios', { user: nobody }).then(
      ({ status }) => refused(status),
      () => false,
    ),
  'truth-of-a-frame-is-ambiguous': async (lab) =>
    (await lab.ask('/portfolios', { user: lab.users.second })).status === 200,
  'concatenated-columns-share-a-name': async (lab) =>
    !(await lab.ask('/learn/analyst-insights')).text.includes('"score":0.71,"score"'),
  'decimals-are-written-as-their-repr': async (lab) =>
    (await lab.ask('/cash', { user: lab.users.second })).json !== undefined,
  'missing-policy-is-filled-from-the-row-above': async (lab) =>
    !(await lab.ask('/b2b/notification-settings')).headers.get('cache-control')?.includes('public'),
  'expectations-fail-on-an-overdraft': async (lab) => (await lab.ask('/cash')).status === 200,
};
