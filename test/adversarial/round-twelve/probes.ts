import { createHmac } from 'node:crypto';
import { address, type Caller, type Reply } from './caller.ts';

type Probe = (c: Caller) => Promise<unknown>;
const G = '/learn/learning-guides';
const S = '/daily-summaries';
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const status = async (reply: Promise<Reply>): Promise<number | string> =>
  reply.then(
    (one) => one.status,
    (error: Error) => error.name,
  );
const twice = async (make: () => Promise<Reply>): Promise<Reply> => make().then(make);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const text = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const malformedUser = { 'x-user-id': 'nobody' };
const oldest = (c: Caller) => c.get(S).then((one) => one.json.data[0]);
const stored = (c: Caller) => c.get('/users/me/address').then((one) => one.json.address);
const payload = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

export const probes: Record<string, Probe> = {
  'log-filter-masks-the-answer': async (c) => (await c.ask()).json.access_token.split('.').length,
  'touched-grant-has-no-time-left': async (c) => (await c.ask()).json.expires_in,
  'scope-is-classified': async (c) => (await c.ask()).json.scope,
  'spent-code-is-nil': (c) => status(c.ask({ grant_type: 'authorization_code' })),
  'no-store-after-create-only': async (c) => (await c.ask()).headers.get('cache-control'),
  'client-id-cast-to-integer': (c) => status(c.ask({ client_id: `${c.target.clients.scoped.id}-x` })),
  'claims-encoded-twice': async (c) => typeof payload(c.token),
  'blank-bearer-finds-blank-key': (c) => status(c.get('/cash', { authorization: 'Bearer ' })),
  'hmac-with-jwk': async (c) => {
    const [jwk] = (await c.send(c.target.jwksUrl ?? '', 'GET', {})).json.keys;
    const input = `${text({ alg: 'HS256', typ: 'JWT', kid: jwk.kid })}.${c.token.split('.')[1]}`;
    return status(
      c.get('/cash', bearer(`${input}.${createHmac('sha256', JSON.stringify(jwk)).update(input).digest('base64url')}`)),
    );
  },
  'expiry-by-the-date': (c) => status(c.get('/cash', bearer(c.target.expiredToken ?? ''))),
  'signature-over-permitted-claims': (c) => {
    const [head, body, signature] = c.token.split('.');
    const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString());
    return status(c.get('/cash', bearer(`${head}.${text({ ...claims, admin: true })}.${signature}`)));
  },
  'scope-of-the-latest-grant': async (c) => {
    await c.ask({}, c.target.clients.unscoped);
    return status(c.get(G));
  },
  'performers-fragment-without-user': async (c) => {
    await c.get(S);
    return (await c.second(S)).json.data[0].performers;
  },
  'query-cache-without-binds': async (c) => {
    const own: boolean[] = [];
    for (let turn = 0; turn < 8; turn += 1) {
      await c.get('/portfolios');
      own.push((await c.second('/portfolios')).json.owner === c.target.users.second);
    }
    return own.every(Boolean);
  },
  'quoted-user-id': (c) => status(c.get('/cash', { 'x-user-id': `"${c.target.users.first}"` })),
  'several-mistakes-make-a-list': async (c) =>
    typeof (await c.write('PATCH', '/users/me/address', [])).json.error.message,
  'ruby-backtrace': async (c) => (await c.get('/learn/analyst-insights', malformedUser)).json.error.description,
  'audit-column-of-32': async (c) => (await c.move({ countryCode: 'xx' })).json.responseId.length,
  'undecodable-query-in-html': (c) => status(c.get('/cash?a=%zz')),
  'target-over-a-kibibyte': (c) => status(c.get(`/cash?a=${'b'.repeat(1100)}`)),
  'equal-errors-are-one-event': async (c) => {
    const one = await c.get('/cash', malformedUser);
    return one.json.responseId === (await c.get('/cash', malformedUser)).json.responseId;
  },
  'catalogue-in-octal': async (c) => (await c.get(`${G}/${'1'.repeat(24)}`)).json.status,
  'string-and-symbol-keys': async (c) => (await twice(() => c.get('/portfolios'))).text.split('asOf').length,
  'charset-unknown-to-codec': (c) =>
    status(c.write('PATCH', '/users/me/address', { address }, { 'content-type': 'application/json; charset=utf-16' })),
  'last-seen-lock-version': (c) =>
    Promise.all([c.get(S), c.get(S), c.get(S)]).then((all) => all.some((one) => one.status === 500)),
  'timestamp-of-id-in-31-bits': (c) => status(c.get(`${G}/${'f'.repeat(24)}`)),
  'flash-overflows-the-cookie': (c) => status(c.move({ line1: ['x'.repeat(4000)] })),
  'ruby-hash-is-no-json': async (c) => (await c.move({})).json,
  'pattern-backtracks': (c) => status(c.get(`${G}/${'a'.repeat(24)}g`)),
  'private-for-cookies-only': async (c) => (await c.get('/cash')).headers.get('cache-control'),
  'lifetime-as-float': async (c) => (await c.get(G)).headers.get('cache-control'),
  'expires-on-refusals': async (c) => (await c.get(G, { authorization: undefined })).headers.get('expires') === null,
  'vary-set-by-respond-to': async (c) => (await c.get(G)).headers.get('vary'),
  'pinned-for-the-market': async (c) => (await c.second(G)).json.data[0].id,
  'shared-lifetime-alone': async (c) => (await c.get(G)).headers.get('cache-control'),
  'fragment-shared-by-two-views': async (c) => {
    await c.get(`${G}/${(await c.get(G)).json.data[0].id}`);
    return typeof (await c.get(G)).json.data[0].slug;
  },
  'method-lost-in-the-cache': async (c) => (await twice(() => c.get(G))).json.data[0].contentType ?? null,
  'attached-and-url': async (c) => (await c.get(G)).json.data[4].webCoverImageURL,
  'warm-up-speaks-english': async (c) => {
    for (let turn = 0; turn < 30; turn += 1) {
      if ((await c.get(G)).json.data[0].title === (await c.second(G)).json.data[0].title) return 'alike';
      await pause(30);
    }
    return 'different';
  },
  'guide-found-by-slug': (c) => status(c.get(`${G}/what-a-share-is`)),
  'unknown-guides-are-gone': (c) => status(c.get(`${G}/${'1'.repeat(24)}`)),
  'progress-is-created-twice': async (c) => {
    const { id } = (await c.get(G)).json.data[0];
    return (await twice(() => c.get(`${G}/${id}`))).status;
  },
  'false-halts-the-callbacks': async (c) => {
    await c.move({});
    return stored(c);
  },
  'newest-by-the-second': async (c) => {
    await pause(1005 - (Date.now() % 1000));
    await c.move({});
    await c.move({ line1: '2 Low Street' });
    return stored(c);
  },
  'geocoder-writes-back': async (c) => {
    await c.move({});
    await c.move({ line1: '2 Low Street' });
    await pause(120);
    return stored(c);
  },
  'city-of-the-postal-code': async (c) => {
    await c.move({});
    await c.move({ city: 'Nikaia' });
    return stored(c);
  },
  'unknown-escapes': (c) =>
    status(c.write('PATCH', '/users/me/address', JSON.stringify({ address }).replace('High', '\\q'))),
  'last-seen-saves-the-rest': async (c) => {
    await c.move({ countryCode: 'gr' });
    return stored(c);
  },
  'lowercase-is-no-change': async (c) => {
    await c.move({});
    return status(c.move({ countryCode: 'gr' }));
  },
  'unpermitted-is-dropped': (c) => status(c.move({ city: { name: 'Athens' } })),
  'dogpile-placeholder': (c) =>
    Promise.all([c.get(S), c.second(S), c.get(S)]).then((all) => all.every((one) => one.json.data)),
  'degraded-under-load': (c) =>
    Promise.all([c.get(S), c.second(S), c.get(S)]).then((all) => all.every((one) => one.json.data[0].sentimentScore)),
  'sum-of-money': async (c) => typeof (await c.get(S)).json.maxValueDifferences.total,
  'pennies-in-words': async (c) => (await oldest(c)).portfolio.savings.dailyInterest,
  'singular-keys': async (c) => (await oldest(c)).portfolio.savings.key,
  'ranks-of-yesterday': async (c) =>
    (await c.get(S)).json.data.some((day: { performers: { best: object[] } }) =>
      day.performers.best.some((one) => 'downBy' in one),
    ),
  'enum-before-strings': async (c) => (await oldest(c)).sentimentScore.news.label,
  'groups-padded-with-null': async (c) =>
    (await c.get('/b2b/notification-settings')).json.app[1].notifications.at(-1) === null,
  'rates-are-refreshed': async (c) => {
    for (let turn = 0; turn < 40; turn += 1) {
      if ((await c.get('/cash')).status === 409) return 409;
      await pause(25);
    }
    return 200;
  },
  'find-or-initialize-order': async (c) => {
    await c.buy({});
    return status(c.buy({ amount: -5 }));
  },
};
