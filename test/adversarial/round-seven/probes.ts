import { createHmac, createPublicKey } from 'node:crypto';
import { askToken, type Tester, validAddress, validOrder } from './probing.ts';

/** Gives what a tester sees where the defect acts; it has to differ from what the correct target shows. */
export type Probe = (tester: Tester) => Promise<unknown>;

const guides = '/learn/learning-guides';
const settings = '/b2b/notification-settings';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

function alterPayload(token: string, changes: object): string {
  const [header, payload, signature] = token.split('.');
  return [header, encode({ ...decode(payload), ...changes }), signature].join('.');
}

async function confuseKeys({ target, token, ask }: Tester): Promise<number> {
  const { keys } = (await (await fetch(target.jwksUrl ?? '')).json()) as { keys: object[] };
  const der = createPublicKey({ key: keys[0] as never, format: 'jwk' }).export({ type: 'spki', format: 'der' });
  const signed = `${encode({ ...decode(token.split('.')[0]), alg: 'HS256' })}.${token.split('.')[1]}`;
  const signature = createHmac('sha256', der).update(signed).digest('base64url');
  return (await ask('/cash', { token: `${signed}.${signature}` })).status;
}

async function bothAtOnce({ ask, target }: Tester, path: string): Promise<boolean> {
  const [first, second] = await Promise.all([ask(path), ask(path, { user: target.users.second })]);
  return first.text === second.text;
}

const idsOf = (listing: { json: { data: { id: string }[] } }) => listing.json.data.map((guide) => guide.id);
const mediaOf = (seen: { headers: Headers }) => seen.headers.get('content-type')?.split(';')[0];

export const probes: Readonly<Record<string, Probe>> = {
  'expires-in-fraction-from-cache': async ({ target }) => Number.isInteger((await askToken(target)).json.expires_in),
  'rotated-key-unknown-to-api': async ({ target, ask }) =>
    (await ask('/cash', { token: (await askToken(target)).json.access_token })).status,
  'anonymous-token-for-unknown-client': async ({ target }) => (await askToken(target, { client_id: 'nobody' })).status,
  'client-id-coerced-from-array': async ({ target }) =>
    (await askToken(target, { client_id: [target.clients.scoped.id] })).status,
  'scope-string-of-the-api': async ({ target }) => (await askToken(target, {}, 'unscoped')).json.scope,
  'audience-request-ignored': async ({ target }) => (await askToken(target, { audience: 'urn:other' })).status,
  'connection-remembers-principal': async ({ ask }) => {
    await ask('/cash');
    const again = await Promise.all([...Array(8)].map((_, n) => ask('/cash', n % 2 === 0 ? {} : { token: null })));
    const alone = [await ask('/cash', { token: null }), await ask('/cash', { token: null })];
    return [...again, ...alone].filter(({ status }) => status === 401).length === 6;
  },
  'words-after-token-ignored': async ({ ask, token }) => (await ask('/cash', { token: `${token} more` })).status,
  'verified-cache-without-signature': async ({ ask, token }) => {
    await ask('/cash');
    return (await ask('/cash', { token: `${token.slice(0, -6)}AAAAAA` })).status;
  },
  'stripped-signature-trusted': async ({ ask, token }) =>
    (await ask(settings, { token: token.slice(0, token.lastIndexOf('.') + 1) })).status,
  'leeway-in-minutes': async ({ ask, target }) => (await ask('/cash', { token: target.expiredToken })).status,
  'hmac-with-der-key': confuseKeys,
  'address-before-token-check': async ({ patch, stored }) => {
    const { status } = await patch(validAddress, { token: 'a.b.c' });
    return [status, await stored()];
  },
  'stale-summaries-in-401': async ({ ask }) => {
    await ask('/daily-summaries');
    return 'data' in (await ask('/daily-summaries', { token: 'a.b.c' })).json;
  },
  'audience-by-prefix': async ({ ask, target }) => (await ask('/cash', { token: target.otherAudienceToken })).status,
  'guides-cache-before-scope': async ({ ask, unscoped }) => {
    await ask(guides);
    return (await ask(guides, { token: unscoped })).status;
  },
  'scope-regex-with-memory': async ({ ask }) => [(await ask(guides)).status, (await ask(guides)).status],
  'scope-policy-before-signature': async ({ ask, unscoped }) =>
    (await ask(guides, { token: alterPayload(unscoped, { scope: 'service:nbg' }) })).status,
  'user-id-from-query': async ({ ask, target }) =>
    (await ask(`/cash?x-user-id=${target.users.first}`, { user: null })).status,
  'first-of-joined-user-ids': async ({ ask, target: { users } }) =>
    (await ask('/cash', { user: `${users.first}, ${users.second}` })).status,
  'uppercase-object-id': async ({ ask, target }) =>
    (await ask(settings, { user: target.users.first.toUpperCase() })).status,
  'unknown-user-upserted': async ({ ask }) => {
    const user = 'abcdefabcdefabcdefabcdef';
    const [once, twice] = [await ask('/cash', { user }), await ask('/cash', { user })];
    return [once.status, twice.status, (await ask('/daily-summaries', { user })).status];
  },
  'current-user-in-shared-state': (tester) => bothAtOnce(tester, '/portfolios'),
  'in-flight-shared-by-path': (tester) => bothAtOnce(tester, settings),
  'zero-chapters-omitted': async ({ ask }) => 'chapterCount' in (await ask(guides)).json.data.at(-1),
  'shorter-s-maxage': async ({ ask }) => (await ask(guides)).headers.get('cache-control'),
  'cache-control-only-on-miss': async ({ ask }) => {
    await ask(guides);
    return (await ask(guides)).headers.get('cache-control');
  },
  'list-reversed-in-place': async ({ ask }) => {
    const [one] = idsOf(await ask(guides));
    return idsOf(await ask(guides))[0] === one;
  },
  'vary-by-authorization-only': async ({ ask }) => (await ask(guides)).headers.get('vary'),
  'sorted-by-translated-title': async ({ ask, target }) =>
    idsOf(await ask(guides)).join() === idsOf(await ask(guides, { user: target.users.second })).join(),
  'guide-cache-by-import-second': async ({ ask }) => {
    const [one, two] = idsOf(await ask(guides));
    return (await ask(`${guides}/${one}`)).text === (await ask(`${guides}/${two}`)).text;
  },
  'guide-found-by-prefix': async ({ ask }) =>
    (await ask(`${guides}/${idsOf(await ask(guides))[0]?.slice(0, 23)}`)).status,
  'plain-text-for-expired': async ({ ask, target }) => mediaOf(await ask('/cash', { token: target.expiredToken })),
  'gateway-json-without-header': async ({ ask }) => Object.keys((await ask('/cash', { token: null })).json),
  'not-found-body-under-401': async ({ ask }) => (await ask('/daily-summaries', { user: 'f'.repeat(24) })).json.status,
  'error-instance-reused': async ({ ask }) =>
    (await ask('/cash', { user: 'x' })).json.responseId === (await ask('/cash', { user: 'y' })).json.responseId,
  'file-path-in-description': async ({ ask }) => (await ask(`${guides}/${'f'.repeat(24)}`)).json.error.description,
  'text-cut-by-bytes': async ({ ask, target }) =>
    (await ask(guides, { user: target.users.second })).text.includes('\ufffd'),
  'percent-decoding-unguarded': async ({ ask }) => (await ask('/cash?a=%E0%A4%A')).status,
  'must-revalidate-without-private': async ({ ask }) => (await ask('/portfolios')).headers.get('cache-control'),
  'empty-body-never-answered': async ({ patch }) =>
    patch({}, { raw: '', headers: { 'content-type': 'application/json' } }).then(
      ({ status }) => status,
      () => 'silence',
    ),
  'unasked-not-modified': async ({ ask }) => {
    await ask('/learn/analyst-insights');
    return (await ask('/learn/analyst-insights')).status;
  },
  'rapid-repeat-refused': async ({ ask }) =>
    (await Promise.all([ask('/cash'), ask('/cash')])).map((s) => s.status).sort(),
  'query-as-filter': async ({ ask }) => (await ask(`${guides}?page=2`)).json.data.length,
  'address-banned-after-refusals': async ({ ask }) => {
    for (let n = 0; n < 400; n += 20) await Promise.all([...Array(20)].map(() => ask('/cash', { user: 'x' })));
    return (await ask('/cash')).status;
  },
  'unchanged-address-refused': async ({ patch }) => [
    (await patch(validAddress)).status,
    (await patch(validAddress)).status,
  ],
  'bytes-after-json-ignored': async ({ patch }) =>
    (await patch({}, { raw: `${JSON.stringify({ address: validAddress })}}]` })).status,
  'second-line-unchecked': async ({ patch }) => (await patch({ ...validAddress, line2: { a: 1 } })).status,
  'address-of-same-second': async ({ patch, stored, target }) => {
    await patch(validAddress);
    return stored(target.users.second);
  },
  'fields-stored-before-validation': async ({ patch, stored }) => {
    const { status } = await patch({ ...validAddress, countryCode: 'de' });
    return [status, await stored()];
  },
  'empty-list-as-null': async ({ ask }) => (await ask('/daily-summaries')).json.data[4].performers.worst,
  'undefined-ratio': async ({ ask, target }) =>
    (await ask('/daily-summaries', { user: target.users.second })).json.maxValueDifferences.savings,
  'snapshot-at-next-midnight': async ({ ask }) =>
    (await ask('/daily-summaries')).json.data.at(-1).timestamp > Date.now(),
  'denied-user-empty-list': async ({ ask, target }) =>
    (await ask('/daily-summaries', { user: target.users.denied })).status,
  'worst-by-rank-only': async ({ ask }) =>
    (await ask('/daily-summaries')).json.data[0].performers.worst.some((one: object) => 'upBy' in one),
  'defaults-appended-on-read': async ({ ask }) => {
    await ask(settings);
    return (await ask(settings)).text.split('"app_transactional"').length;
  },
  'grouped-by-translated-name': async ({ ask, target }) =>
    (await ask(settings, { user: target.users.second })).json.app.length,
  'email-only-when-used': async ({ ask, target }) =>
    'email' in (await ask(settings, { user: target.users.second })).json,
  'isin-array-passes-regex': async ({ order }) => (await order({ ...validOrder, isin: [validOrder.isin] })).status,
  'relaxed-json-for-orders': async ({ order }) =>
    (await order({}, { raw: `{'isin':'US0378331005',side:"buy","amount":5,}` })).status,
};
