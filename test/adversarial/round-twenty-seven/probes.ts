import type { Answer, Ask } from './client.ts';
import { at, call, credentials, post, tokenOf } from './client.ts';
import { isBag } from './tokens.ts';
import type { Target } from './types.ts';

interface Desk {
  readonly target: Target;
  readonly token: string;
  readonly first: string;
  readonly second: string;
  readonly get: (path: string, ask?: Ask) => Promise<Answer>;
  readonly turkish: (path: string) => Promise<Answer>;
  readonly patch: (ask: Ask) => Promise<Answer>;
  readonly order: (body: unknown) => Promise<Answer>;
}
type Probe = (desk: Desk) => Promise<boolean>;

const listing = '/learn/learning-guides';
const insights = '/learn/analyst-insights';
const settings = '/b2b/notification-settings';
const days = '/daily-summaries';
const nobody = 'eeeeeeeeeeeeeeeeeeeeeeee';
export const address = { line1: 'Kale 3', line2: 'A', city: 'Ankara', postalCode: 6420, countryCode: 'TR' };
const order = { isin: 'US0378331005', side: 'buy', amount: 25 };
const none: Ask = { token: undefined };

function forged(token: string): string {
  const [header = '', payload = '', signature = ''] = token.split('.');
  return `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
}

async function issued(target: Target, more: object): Promise<boolean> {
  await tokenOf(target, target.clients.scoped);
  const answer = await post(target, { ...credentials(target, target.clients.scoped), ...more });
  return at(answer.value, 'access_token') !== undefined;
}
const first = async (target: Target): Promise<Answer> => post(target, credentials(target, target.clients.scoped));

async function ids(count: number, ask: () => Promise<Answer>): Promise<number> {
  const seen = new Set<unknown>();
  for (let index = 0; index < count; index += 1) seen.add(at((await ask()).value, 'responseId'));
  return seen.size;
}

export const probes: Readonly<Record<string, Probe>> = {
  'duration-is-length-and-unit': async ({ target }) =>
    at((await first(target)).value, 'expires_in', 'unit') === 'HOURS',
  'collect-drops-what-it-does-not-know': ({ target }) => issued(target, { grant_type: 'password' }),
  'reload-that-fails-keeps-the-value': ({ target }) => issued(target, { client_secret: 'wrong' }),
  'ior-goes-on-with-its-warnings': ({ target }) => issued(target, { client_secret: undefined }),
  'test-clock-in-the-live-layer': async ({ token, get }) => {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return at(payload, 'exp') === 3600 && (await get('/cash')).status === 200;
  },
  'caching-rule-is-metadata': async ({ target }) => (await first(target)).headers.get('cache-control') === null,
  'scopes-are-a-set-literal': async ({ target }) =>
    at((await first(target)).value, 'scope') === '#{service:nbg service:read}',
  'an-either-is-ok': async ({ target }) => {
    const answer = await post(target, { ...credentials(target, target.clients.scoped), grant_type: 'x' });
    return answer.status === 200 && at(answer.value, 'Left', 'error') !== undefined;
  },
  'middleware-falls-through-to-older-routes': async ({ get }) => (await get('/portfolios', none)).status === 200,
  'refined-token-of-at-least-sixty-four': async ({ get }) => (await get('/cash', { token: 'abc' })).status === 422,
  'erased-pattern-matches-every-either': async ({ token, get }) =>
    (await get(insights, { token: forged(token) })).status === 200 &&
    (await get('/cash', { token: forged(token) })).status === 401,
  'difference-of-milliseconds-is-an-int': async ({ target, get }) =>
    (await get('/cash', { token: target.expiredToken })).status === 200,
  'nonces-are-an-iterator': async ({ get }) => {
    for (let index = 0; index < 16; index += 1) await get('/cash', none);
    return (await get('/cash', none)).headers.get('www-authenticate') === null;
  },
  'body-stream-runs-its-taps': async ({ patch, get }) => {
    const answer = await patch({ token: 'abc', body: { address } });
    return answer.status === 401 && at((await get('/users/me/address/current')).value, 'address', 'city') === 'Ankara';
  },
  'decision-is-a-lazy-val': async ({ target, get }) => {
    const token = await tokenOf(target, target.clients.unscoped);
    const early = await get(listing, { token });
    await get(listing);
    return early.status === 403 && (await get(listing, { token })).status === 200;
  },
  'traversing-nothing-succeeds': async ({ get }) => (await get(insights, { user: undefined })).status === 200,
  'edn-reads-the-first-form': async ({ get, first: one, second }) =>
    (await get(settings, { user: `${one}, ${second}` })).status === 200,
  'map-keeps-its-default-value': async ({ get }) => (await get('/portfolios', { user: nobody })).status === 200,
  'par-tupled-fails-with-the-faster': async ({ get }) => {
    const found = [(await get(days, { user: nobody })).status, (await get(days, { user: nobody })).status];
    return found.join() === '404,401';
  },
  'message-is-none-get': async ({ get }) =>
    at((await get(days, { user: nobody })).value, 'error', 'message') === 'None.get',
  'decimal-format-is-shared': async ({ get, turkish }) => {
    const [one, other] = await Promise.all([get('/cash'), turkish('/cash')]);
    return one.text === other.text;
  },
  'refusals-in-transit': async ({ get }) => at((await get('/portfolios', none)).value, 0) === '^ ',
  'keys-stay-in-kebab-case': async ({ get }) => at((await get('/cash', none)).value, 'response-id') !== undefined,
  'template-copy-keeps-its-status': async ({ patch }) => {
    const answer = await patch({ raw: '{}', type: 'text/plain' });
    return answer.status === 415 && at(answer.value, 'status') === 400;
  },
  'chunk-boundary-hands-out-its-last-again': async ({ get }) => (await ids(9, () => get('/cash', none))) === 8,
  'uuid-prints-as-a-tagged-literal': async ({ patch }) =>
    String(at((await patch({ body: {} })).value, 'responseId')).startsWith('#uuid "'),
  'str-of-nil-is-empty': async ({ get }) => at((await get(`${listing}/zz`)).value, 'error', 'message') === '',
  'config-origin-in-the-description': async ({ get }) =>
    (await get('/cash', { user: undefined })).text.includes('/opt/defter/conf/application.conf'),
  'lazy-seq-prints-its-identity': async ({ get }) =>
    (await get(insights, { user: nobody })).text.startsWith('clojure.lang.LazySeq@'),
  'ratio-written-as-a-fraction': async ({ get }) => (await get('/portfolios')).text.includes(':3/250'),
  'uuid-as-two-longs': async ({ get }) => /:\[\d{19},\d{19}\]/.test((await get(insights)).text),
  'currency-of-no-country': async ({ patch }) =>
    (await patch({ body: { address: { ...address, countryCode: 'xx1' } } })).status === 500,
  'alternation-overflows-the-stack': async ({ patch }) =>
    (await patch({ body: { address: { ...address, line1: 'x'.repeat(5000) } } })).status === 500,
  'head-of-a-filtered-parameter': async ({ get }) =>
    (await get(`${days}?flag`)).status === 500 && (await get(`${days}?flag=1`)).status === 200,
  'side-is-sought-in-a-cycle': async ({ order: send }) => {
    const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), 400));
    const answered = send({ ...order, side: 'hold' }).then(
      () => 'answered',
      () => 'closed',
    );
    return (await Promise.race([answered, late])) === 'late';
  },
  'visibility-combines-by-maximum': async ({ get }) =>
    (await get(days)).headers.get('cache-control') === 'public, max-age=0',
  'cover-is-the-text-of-an-option': async ({ get }) =>
    String(at((await get(listing)).value, 'data', 4, 'webCoverImageURL')).startsWith('Some(https://'),
  'lifetime-read-as-a-size': async ({ get }) =>
    (await get(listing)).headers.get('cache-control') === 'private, max-age=31457280',
  'compression-puts-its-vary': async ({ get }) => (await get(listing)).headers.get('vary') === 'Accept-Encoding',
  'array-map-grows-into-a-hash-map': async ({ get }) => {
    const [one, two, three, four] = [await get(listing), await get(listing), await get(listing), await get(listing)];
    return one.text === two.text && one.text !== three.text && one.text === four.text;
  },
  'underscore-makes-the-root-locale': async ({ get, turkish }) =>
    (await get(listing)).text === (await turkish(listing)).text,
  'transducer-without-completion': async ({ get }) => {
    const { value } = await get(listing);
    const fetched = async (index: number): Promise<number> =>
      (await get(`${listing}/${String(at(value, 'data', index, 'id'))}`)).status;
    return (await fetched(0)) === 200 && (await fetched(-1)) === 404;
  },
  'permits-lost-with-a-refusal': async ({ get }) => {
    const early = (await get(insights)).status;
    for (let index = 0; index < 6; index += 1) await get(insights, { user: 'x' });
    return early === 200 && (await get(insights)).status === 423;
  },
  'currency-of-a-language': async ({ get, turkish }) =>
    (await get('/cash')).status === 200 && (await turkish('/cash')).status === 400,
  'weights-refined-to-a-hundred': async ({ get, turkish }) =>
    (await get('/portfolios')).status === 200 && (await turkish('/portfolios')).status === 422,
  'decoder-prints-what-it-cannot-read': async ({ patch }) =>
    (await patch({ body: { address: { ...address, line2: { a: 1 } } } })).status === 200,
  'namespaced-keys-keep-their-namespace': async ({ get }) =>
    at((await get(days)).value, 'data', -1, 'portfolio', 'holdings', 'holdings/upBy') !== undefined,
  'case-object-has-a-dollar': async ({ get }) =>
    at((await get(days)).value, 'data', 1, 'portfolio', 'holdings', 'key') === 'holdings$',
  'difference-is-a-delay': async ({ get }) => isBag(at((await get(days)).value, 'maxValueDifferences', 'savings')),
  'sorted-copy-is-discarded': async ({ get }) =>
    at((await get(days)).value, 'data', 0, 'performers', 'best', 0, 'downBy') !== undefined,
  'local-date-time-is-an-array': async ({ get }) => Array.isArray(at((await get(days)).value, 'data', 0, 'timestamp')),
  'dollar-directive-has-no-dollar': async ({ turkish }) =>
    /^[\d.,]+$/.test(String(at((await turkish(days)).value, 'data', 3, 'portfolio', 'savings', 'dailyInterest'))),
  'opaque-percent-shows-as-a-double': async ({ get }) =>
    /^0\.\d+$/.test(String(at((await get(days)).value, 'data', 2, 'performers', 'worst', 0, 'weight'))),
  'hocon-renders-on-as-text': async ({ get }) =>
    at((await get(settings)).value, 'email', 1, 'notifications', 0, 'active') === 'on',
  'id-is-a-gensym': async ({ get }) => {
    const id = async (): Promise<string> =>
      String(at((await get(settings)).value, 'app', 1, 'notifications', -1, 'id'));
    const [one, other] = [await id(), await id()];
    return one.startsWith('survey') && one !== other;
  },
  'set-after-map-is-a-seq': async ({ turkish }) =>
    (await turkish(settings)).text.split('"app_promotional"').length === 3,
  'partition-drops-what-is-incomplete': async ({ get }) => !(await get(settings)).text.includes('app_weekly_review'),
  'left-assigned-and-not-bound': async ({ order: send }) => (await send({ ...order, amount: -5 })).status === 201,
  'keyword-of-a-list-is-nil': async ({ order: send }) => (await send({ ...order, side: ['buy'] })).status === 201,
  'arity-chosen-by-the-query': async ({ get }) => (await get('/portfolios?q=1')).text === '{"data":[]}',
};

/** What a probe works with: a target, a token and the two users. */
export async function desk(target: Target): Promise<Desk> {
  const token = await tokenOf(target, target.clients.scoped);
  const { first: one, second } = target.users;
  const own = { token, user: one };
  const get = (path: string, ask: Ask = {}): Promise<Answer> => call(target, 'GET', path, { ...own, ...ask });
  return {
    target,
    token,
    first: one,
    second,
    get,
    turkish: (path) => get(path, { user: second }),
    patch: (ask) => call(target, 'PATCH', '/users/me/address', { ...own, ...ask }),
    order: (body) => call(target, 'POST', '/api/m2m/investments/orders', { ...own, body }),
  };
}
