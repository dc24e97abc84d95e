import { Buffer } from 'node:buffer';
import { guides } from './data.ts';
import { buy, type Kit, sample, update } from './kit.ts';
import type { Json } from './patch-kit.ts';

type Probe = (kit: Kit) => Promise<unknown>;

const nobody = 'abcdefabcdefabcdefabcdef';
const listing = '/learn/learning-guides';
const insights = '/learn/analyst-insights';
const address = '/users/me/address';
const orders = '/api/m2m/investments/orders';
const summaries = '/daily-summaries';
const settings = '/b2b/notification-settings';

const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const forged = (token: string) => {
  const [header, , signature] = token.split('.');
  return `${header}.${Buffer.from(JSON.stringify({ ...claims(token), sub: 'somebody' })).toString('base64url')}.${signature}`;
};
const unsigned = (token: string) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`;
const status = (path: string, options: (k: Kit) => Parameters<Kit['call']>[1] = () => ({})): Probe => {
  return async (k) => (await k.call(path, options(k))).status;
};
const shown = (path: string, pick: (json: Json) => unknown, who: 'first' | 'second' = 'first'): Probe => {
  return async (k) => pick((await k.call(path, { user: k.target.users[who] })).json);
};
const field = (path: string, name: string, options: (k: Kit) => Parameters<Kit['call']>[1] = () => ({})): Probe => {
  return async (k) => (await k.call(path, options(k))).headers.get(name);
};
const several = async (times: number, ask: () => Promise<unknown>) => {
  const found: unknown[] = [];
  for (let i = 0; i < times; i++) found.push(await ask());
  return found;
};
const stored = async (k: Kit) => (await k.call(address)).json.address;

export const probes: Record<string, Probe> = {
  'exp-has-a-grace-period': async (k) => claims(k.scoped).exp - claims(k.scoped).iat,
  'no-store-as-an-identifier': async (k) => (await k.desk()).headers.get('cache-control'),
  'second-secret-is-not-set': async (k) => (await k.desk({ client_secret: undefined })).status,
  'scopes-by-their-labels': async (k) => (await k.desk()).json.scope,
  'algorithm-has-no-row': status('/cash', (k) => ({ token: unsigned(k.scoped) })),
  'verification-is-sampled': (k) =>
    several(4, async () => (await k.call(insights, { token: forged(k.scoped) })).status),
  'introspection-is-mocked': status('/cash', () => ({ token: 'abcdef' })),
  'retries-widen-the-tolerance': status('/cash', (k) => ({ token: k.target.expiredToken ?? '' })),
  'audiences-of-all-tenants': status('/cash', (k) => ({ token: k.target.otherAudienceToken ?? '' })),
  'challenge-is-translated': field('/cash', 'www-authenticate', () => ({ token: null })),
  'calls-from-this-host-are-internal': status('/cash', () => ({ token: null })),
  'scopes-found-by-halving': status(listing),
  'edition-stands-for-the-scope': status(listing, (k) => ({ token: k.unscoped })),
  'null-is-not-false': status('/cash', () => ({ user: null })),
  'a-miss-is-a-document': status('/portfolios', () => ({ user: nobody })),
  'cache-key-is-a-checksum': async (k) => {
    const [one, other] = [await k.call('/portfolios'), await k.call('/portfolios', { user: k.target.users.second })];
    return one.text === other.text;
  },
  'message-is-a-code': async (k) => (await k.call(summaries, { user: nobody })).json.error.message,
  'uuid-is-folded': async (k) =>
    new Set(await several(3, async () => (await k.call('/cash', { user: 'x' })).json.responseId)).size,
  'long-digits-are-masked': async (k) => {
    const ids = await several(80, async () => (await k.call('/cash', { user: 'x' })).json.responseId);
    return ids.some((id) => String(id).includes('*'));
  },
  'or-yields-a-boolean': async (k) => (await k.call('/cash', { user: 'x' })).json.error.description,
  'decision-answers-for-itself': async (k) =>
    Object.keys((await k.call(summaries, { user: k.target.users.denied ?? '' })).json),
  'refusals-inherit-their-status': async (k) => (await k.call(listing, { token: k.unscoped })).json.status,
  'schema-is-named-by-its-file': async (k) =>
    (await k.call(address, { method: 'PATCH', body: [] })).json.error.description,
  'refusals-mirror-the-media-type': field(address, 'content-type', () => ({
    ...update(),
    headers: { 'content-type': 'text/plain' },
  })),
  'paths-without-a-flow-are-retired': status('/nowhere'),
  'methods-without-a-flow-are-messages': (k) => k.raw('FROB', '/m2m/cash'),
  'names-of-parameters-are-variables': status('/cash?a-b%5B%5D=1'),
  'two-rows-match-nought': status(orders, () => buy({ amount: 0 })),
  'parked-refusals-fill-the-store': async (k) =>
    (await several(125, async () => (await k.call('/cash', { user: 'x' })).status)).at(-1),
  'template-leaves-the-separator': shown('/portfolios', (json) => json === null, 'second'),
  'reports-of-past-days-are-public': field(summaries, 'cache-control', (k) => ({ user: k.target.users.second })),
  'refunds-wait-for-approval': status(orders, () => buy({ amount: -5 })),
  'misses-are-retried-for-ever': status(`${listing}/${nobody}`),
  'imports-infer-types': shown(listing, ({ data }) => typeof data[5].slug),
  'cover-chapter-is-not-counted': shown(listing, ({ data }) => data.at(-1).chapterCount),
  'editions-are-added-up': shown(listing, ({ data }) => data.length),
  'catalogue-by-edition': shown(listing, ({ data }) => data.length, 'second'),
  'policy-is-a-document': field(listing, 'cache-control'),
  'rollout-drawn-by-id': async (k) => {
    const found: number[] = [];
    for (const { id } of guides()) found.push((await k.call(`${listing}/${id}`)).status);
    return found;
  },
  'unknown-guides-are-ordered': status(`${listing}/${nobody}`),
  'canary-has-no-licence': (k) => several(6, async () => (await k.call(insights)).status),
  'ranges-leave-gaps': shown(summaries, ({ data }) => data[0].sentimentScore.total.label),
  'news-fall-back-to-null': async (k) => {
    const news = await several(4, () => shown(summaries, ({ data }) => data[1].sentimentScore.news)(k));
    return news.every(Boolean);
  },
  'moves-ranked-as-text': shown(summaries, ({ data }) => data[0].performers.best.every((one: Json) => one.upBy)),
  'repeated-signs-are-left-out': shown(summaries, ({ data }) => /[€£]/u.test(data[1].portfolio.cash.displayValue)),
  'the-whole-is-a-word': shown(summaries, ({ data }) => data[1].performers.all[0].weight),
  'days-are-serial-numbers': shown(summaries, ({ data }) => String(data[0].timestamp).length),
  'branding-reaches-the-ids': shown(settings, ({ email }) => email[1].notifications[0].id),
  'plural-forms-are-not-chosen': shown(settings, ({ app }) => app[2].notifications[0].name, 'second'),
  'undeclared-inputs-end-the-flow': status('/cash?foo=1'),
  'numbers-are-decimals': status(address, () => update()),
  'address-by-reference': status(address, () => ({ method: 'PATCH', body: { address: 'home' } })),
  'texts-in-several-languages': status(address, () => update({ city: { name: 'Kiel' } })),
  'codes-are-completed': status(address, () => update({ countryCode: 'gr' })),
  'next-reader-is-tried': status(address, () => ({ ...update(), headers: { 'content-type': 'text/plain' } })),
  'addresses-normalised-by-postcode': async (k) => {
    for (const line1 of ['One', 'Two']) await k.call(address, update({ line1 }));
    return (await stored(k)).line1;
  },
  'compensation-takes-the-first-snapshot': async (k) => {
    await k.call(address, update());
    await k.call(address, { method: 'PATCH', body: { address: { ...sample, city: [] } } });
    return stored(k);
  },
  'amounts-are-composites': status(orders, () => buy({ amount: {} })),
  'scalar-bodies-are-signals': status(orders, () => ({ method: 'POST', body: '"buy"' })),
  'sides-by-their-labels': status(orders, () => buy()),
};
