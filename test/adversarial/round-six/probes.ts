import { ADDRESS, ORDER, type Tester } from './client.ts';

/** Looks at a target in one way, and says what it saw. */
export type Probe = (tester: Tester) => Promise<unknown>;

const NOBODY = 'abcdef0123456789abcdef01';

const twice = async (tester: Tester) => {
  await tester.issue();
  return (await tester.issue()).value;
};

const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** Probes by the defect that each of them shows. */
export const probes: Record<string, Probe> = {
  'secret-collation': async (t) =>
    (await t.issue({ client_secret: t.target.clients.scoped.secret.toUpperCase() })).status,
  'secret-true': async (t) => (await t.issue({ client_secret: true })).status,
  'token-body-encoded-twice': async (t) =>
    (await t.issue({}, 'scoped', (value: unknown) => JSON.stringify(JSON.stringify(value)))).status,
  'expires-in-out-of-a-hash': async (t) => typeof (await twice(t)).expires_in,
  'token-type-with-token': async (t) => (await t.issue()).value.token_type,
  'renewal-grants-the-difference': async (t) => (await twice(t)).scope.includes('service:nbg'),
  'token-with-scheme': async (t) => [(await t.scoped()).slice(0, 6), (await t.ask('/cash')).status],
  'exp-by-audience-policy': async (t) => {
    const { iat, exp } = claims(await t.scoped());
    return exp - iat;
  },
  'no-store-in-pragma': async (t) => (await t.issue()).headers.get('cache-control'),
  'token-of-four-parts': async (t) => (await t.ask('/cash', { token: `${await t.scoped()}.x` })).status,
  'public-path-anywhere': async (t) => (await t.ask('/cash?access_token=x', { token: '' })).status,
  'zero-signature': async (t) =>
    (await t.ask('/cash', { token: await t.forged(Buffer.alloc(64).toString('base64url')) })).status,
  'breaker-fails-open': async (t) => {
    const seen: number[] = [];
    for (let at = 0; at < 6; at += 1) seen.push((await t.settings({ token: await t.forged('AAAA') })).status);
    return seen;
  },
  'audience-with-a-star': async (t) => (await t.ask('/cash', { token: t.target.otherAudienceToken ?? '' })).status,
  'orders-judge-age-by-iat': async (t) => [
    (await t.order(ORDER, { token: t.target.expiredToken ?? '' })).status,
    (await t.ask('/cash', { token: t.target.expiredToken ?? '' })).status,
  ],
  'challenge-not-for-json': async (t) => (await t.ask('/cash', { token: 'x' })).headers.has('www-authenticate'),
  'refused-update-undoes': async (t) => {
    await t.update(ADDRESS);
    await t.update({ ...ADDRESS, city: 'Vinh' }, { token: 'x' });
    return t.stored();
  },
  'preview-without-scope': async (t) => (await t.listing({ token: await t.unscoped() })).status,
  'scope-first-word': async (t) => (await t.listing({ token: (await twice(t)).access_token })).status,
  'hex-decoded-user': async (t) => (await t.ask('/cash', { user: `${t.target.users.first}0` })).status,
  'orders-queued-for-anybody': async (t) => (await t.order(ORDER, { user: NOBODY })).status,
  'positions-of-the-class': async (t) => {
    await t.ask('/portfolios', { user: t.second() });
    return (await t.ask('/portfolios')).value.positions.length;
  },
  'empty-unsupported-media-type': async (t) =>
    (await t.update(ADDRESS, { headers: { 'Content-Type': 'text/plain' } })).text.length > 0,
  'detail-list-of-orders': async (t) => Object.keys((await t.order({ ...ORDER, side: [] })).value),
  'ring-of-response-ids': async (t) => {
    const ids = new Set<string>();
    for (let at = 0; at < 50; at += 1) ids.add((await t.ask('/cash', { user: 'x' })).value.responseId);
    return ids.size;
  },
  'guide-file-path': async (t) => (await t.ask(`/learn/learning-guides/${NOBODY}`)).text.includes('/srv/'),
  'blank-message': async (t) => (await t.update(5)).value.error.message.trim().length > 0,
  'insights-one-a-line': async (t) => (await t.insights()).value !== undefined,
  'bracketed-query': async (t) => (await t.ask('/cash?a[b]=c')).status,
  'content-type-unparsable': async (t) => (await t.update(ADDRESS, { headers: { 'Content-Type': 'json' } })).status,
  'pool-leak': async (t) => {
    for (let at = 0; at < 10; at += 1) await t.insights({ user: NOBODY });
    return (await t.insights()).status;
  },
  'no-store-with-a-query': async (t) => (await t.ask('/learn/learning-guides?q=1')).headers.get('cache-control'),
  'vary-by-accept-language': async (t) => (await t.listing()).headers.get('vary'),
  'chapters-beyond-twenty': async (t) => typeof (await t.listing()).value.data[3].chapterCount,
  'cover-without-escapes': async (t) => / /.test((await t.listing()).value.data[17].mobileCoverImageURL),
  carousel: async (t) => {
    const first = (await t.listing()).value.data[0].id;
    return first === (await t.listing()).value.data[0].id;
  },
  'language-of-the-browser': async (t) => {
    const of = async (user: string) =>
      (await t.listing({ user, headers: { 'Accept-Language': '*' } })).value.data[0].title;
    return (await of(t.target.users.first)) === (await of(t.second()));
  },
  'hebrew-runs-backwards': async (t) => {
    const other = await t.listing({ user: t.second() });
    return (await t.listing()).value.data[0].id === other.value.data[0].id;
  },
  'paywall-after-ten': async (t) => {
    const { data } = (await t.listing()).value;
    const seen: number[] = [];
    for (const { id } of data.slice(0, 12)) seen.push((await t.ask(`/learn/learning-guides/${id}`)).status);
    return seen;
  },
  'guide-by-its-place': async (t) => (await t.ask('/learn/learning-guides/7')).status,
  'cash-locked-by-an-order': async (t) => [(await t.order(ORDER)).status, (await t.ask('/cash')).status],
  'if-match-needed': async (t) => [(await t.update(ADDRESS)).status, (await t.update(ADDRESS)).status],
  'leading-zeros': async (t) =>
    (await t.update(0, { raw: JSON.stringify({ address: ADDRESS }).replace('12345', '01234') })).status,
  'members-in-any-case': async (t) => (await t.update(0, { body: { Address: ADDRESS } })).status,
  'empty-is-absent': async (t) => (await t.update({ ...ADDRESS, city: [] })).status,
  'flush-before-change': async (t) => {
    await t.update(ADDRESS);
    await t.update({ ...ADDRESS, city: 'Vinh' });
    return t.stored();
  },
  'address-of-the-household': async (t) => {
    await t.update(ADDRESS);
    return t.stored(t.second());
  },
  'country-of-three-letters': async (t) => (await t.update({ ...ADDRESS, countryCode: 'VNM' })).status,
  'form-type-of-curl': async (t) =>
    (await t.update(ADDRESS, { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } })).status,
  'refused-draft-is-shown': async (t) => [(await t.update({ ...ADDRESS, city: {} })).status, await t.stored()],
  'no-momentum-on-the-oldest-day': async (t) => (await t.summaries()).value.data[4].sentimentScore.priceMomentum.score,
  'savings-key-of-the-enumeration': async (t) => (await t.summaries()).value.data[4].portfolio.savings.key,
  'differences-formatted': async (t) => typeof (await t.summaries()).value.maxValueDifferences.savings,
  'amounts-masked': async (t) =>
    /\p{Nd}/u.test((await t.summaries({ user: t.second() })).value.data[0].portfolio.cash.displayValue),
  'weights-in-basis-points': async (t) => (await t.summaries()).value.data[0].performers.all[0].weight,
  'digest-in-both-channels': async (t) => JSON.stringify((await t.settings()).value.email).includes('app_daily_recap'),
  'one-valid-member-is-enough': async (t) => (await t.order({ ...ORDER, side: {} })).status,
  'order-in-yaml': async (t) => (await t.order(0, { raw: '{isin: "US0378331005", side: "buy", amount: 10}' })).status,
  'null-is-a-ping': async (t) => (await t.order(null)).status,
  'query-merged-into-the-answer': async (t) => Object.keys((await t.ask('/daily-summaries?x=1')).value),
};

/** What a correct target answers on every endpoint. */
export async function serveAll(t: Tester): Promise<number[]> {
  const { data } = (await t.listing()).value;
  const answers = [
    await t.listing({ user: t.second() }),
    await t.ask(`/learn/learning-guides/${data[0].id}`),
    await t.ask(`/learn/learning-guides/${data[29].id}`),
    await t.insights(),
    await t.ask('/cash'),
    await t.ask('/portfolios'),
    await t.summaries(),
    await t.summaries({ user: t.second() }),
    await t.settings(),
    await t.update(ADDRESS),
    await t.update({ ...ADDRESS, postalCode: 'AB 1' }),
    await t.order(ORDER),
  ];
  return answers.map((answer) => Math.floor(answer.status / 100));
}

/** What a correct target refuses, whatever its statuses. */
export async function refuseAll(t: Tester): Promise<number[]> {
  const { users } = t.target;
  const answers = [
    await t.listing({ token: await t.unscoped() }),
    await t.ask('/cash', { token: '' }),
    await t.ask('/cash', { user: '' }),
    await t.ask('/cash', { user: NOBODY }),
    await t.summaries({ user: NOBODY }),
    await t.summaries({ user: users.denied ?? '' }),
    await t.update({ ...ADDRESS, city: {} }),
    await t.update(0, { raw: '{' }),
    await t.update(ADDRESS, { token: 'x' }),
    await t.order({ ...ORDER, amount: 0 }),
    await t.ask('/nowhere'),
    await t.issue({ client_secret: 'x' }),
  ];
  return answers.map((answer) => Math.floor(answer.status / 100));
}
