import { type Any, guides, pause, type Session, settings, stranger } from './client.ts';

export type Probe = (session: Session) => Promise<unknown>;
const forge = (token: string): string => {
  const [header, , signature] = token.split('.');
  const claims = { ...JSON.parse(atob(token.split('.')[1] ?? '')), jti: 'forged' };
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
};
const unknownGuide = `${guides}/ffffffffffffffffffffffff`;

export const accessProbes: Readonly<Record<string, Probe>> = {
  'context-stays-after-an-exception': async ({ call }) => {
    await call('/cash', { user: 'x' });
    await call('/cash', { user: 'x' });
    return (await call('/cash', { token: undefined })).status;
  },
  'the-pattern-of-the-guard-sees-the-query': async ({ call, token }) =>
    (await call(`/cash?access_token=${token}`, { token: undefined })).status,
  'tokens-pass-while-keys-are-fetched': async ({ call, token }) => {
    await pause(2_100);
    const seen = new Set<number>();
    for (let at = 0; at < 4; at += 1) seen.add((await call('/cash', { token: forge(token) })).status);
    return [...seen];
  },
  'expiry-is-left-to-the-sweeper': async ({ call, target }) =>
    (await call('/cash', { token: target.expiredToken })).status,
  'other-schemes-have-another-entry-point': async ({ call }) =>
    (await call('/cash', { token: undefined, headers: { authorization: 'Basic YTpi' } })).status,
  'reset-takes-the-challenge': async ({ patch }) => (await patch({}, { token: 'x' })).headers.has('www-authenticate'),
  'reading-is-above-every-scope': async ({ call, unscoped }) => (await call(guides, { token: unscoped })).status,
  'refused-tokens-are-known-without-signature': async ({ call, token }) => {
    await call('/cash', { token: `${token.slice(0, -12)}AAAAAAAAAAAA` });
    return (await call(guides)).status;
  },
  'decisions-are-kept-by-authorities': async ({ call, target }) => {
    await call('/daily-summaries');
    return (await call('/daily-summaries', { user: target.users.denied })).status;
  },
  'a-cached-miss-is-a-hit': async ({ call }) => {
    await call('/cash', { user: stranger });
    return (await call('/portfolios', { user: stranger })).status;
  },
  'one-star-is-one-segment': async ({ call }) => (await call(settings, { user: stranger })).status,
  'equal-values-of-a-header-are-a-set': async ({ call, target: { users } }) =>
    (await call('/cash', { user: `${users.first}, ${users.first}` })).status,
  'users-not-found-are-hidden': async ({ call }) =>
    (await call('/daily-summaries', { user: stranger })).json.error.message,
  'full-bulkhead-gives-the-last-good-answer': async ({ call, target: { users } }) => {
    await call('/portfolios');
    const two = Array.from({ length: 12 }, (_, at) => (at % 2 ? users.second : users.first));
    const replies = await Promise.all(two.map((user) => call('/portfolios', { user })));
    return replies.map(({ text }) => text);
  },
  'request-objects-are-pooled': async ({ askToken }) => {
    await askToken();
    return (await askToken({ client_secret: undefined })).status;
  },
  'unknown-grants-are-the-default': async ({ askToken }) => (await askToken({ grant_type: 'password' })).status,
  'a-token-for-nobody-is-for-everybody': async ({ askToken, call }) => {
    const { json } = await askToken({ audience: 'https://other.example' });
    return (await call('/cash', { token: json.access_token ?? 'none' })).status;
  },
  'status-is-a-constant-of-the-enumeration': async ({ patch }) => (await patch({ city: {} })).json.status,
  'mapped-context-is-cleared-before-the-error-page': async ({ call }) =>
    (await call(unknownGuide)).json.responseId.length,
  'mapped-context-put-if-absent': async ({ call }) => {
    const ids = [];
    for (let at = 0; at < 4; at += 1) ids.push((await call('/cash', { user: 'x' })).json.responseId);
    return new Set(ids).size;
  },
  'status-of-the-wrapping-exception': async ({ call }) => (await call('/portfolios', { user: stranger })).json.status,
  'messages-are-never-included': async ({ call }) => (await call(unknownGuide)).json.error.message,
  'spooled-body-is-named': async ({ patch }) => (await patch({}, { raw: '{"address"' })).json.error.description,
  'cached-body-is-not-copied-back': async ({ patch }) => (await patch({ city: {} })).text.length > 0,
  'pages-of-unknown-properties': async ({ call }) => (await call('/daily-summaries?limit=x')).status,
  'strict-firewall-throws': async ({ call }) => (await call(`${guides}/a%2Fb`)).status,
  'media-types-without-a-slash-are-thrown': async ({ patch }) =>
    (await patch({}, { headers: { 'content-type': 'json' } })).status,
  'dirty-check-casts-the-postal-code': async ({ patch }) => {
    await patch({ postalCode: 8000 });
    return (await patch({ postalCode: '8000' })).status;
  },
  'a-stream-is-read-once': async ({ call }) => {
    const seen = new Set<number>();
    for (let at = 0; at < 4; at += 1) seen.add((await call('/learn/analyst-insights')).status);
    return [...seen];
  },
  'spool-directory-is-missing': async ({ patch }) => (await patch({ line1: 'x'.repeat(30_000) })).status,
  'a-parameter-changes-the-locale': async ({ call }) => (await call(`${guides}?lang=xx`)).json.data[0].title,
  'an-advice-wraps-for-callbacks': async ({ call }) =>
    (await call('/cash?callback=f')).headers.get('content-type') as Any,
};
