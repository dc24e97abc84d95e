import { type Asker, address, order } from './client.ts';

type Probe = (asker: Asker) => Promise<unknown>;
const unknown = 'f'.repeat(24);
const guidesPath = '/learn/learning-guides';
const settings = '/b2b/notification-settings';
const json = (text: string) => JSON.parse(text);
const parses = (text: string) => {
  try {
    return typeof JSON.parse(text);
  } catch {
    return 'no JSON';
  }
};
const refusal: Probe = async (a) => json((await a.ask('/cash', { user: unknown })).text);
const summary: Probe = async (a) => json((await a.ask('/daily-summaries')).text);
const unscoped = (a: Asker) => {
  const { id, secret } = a.target.clients.unscoped;
  return a.login({ client_id: id, client_secret: secret });
};
const altered = (token: string) => {
  const [head, , tail] = token.split('.');
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: 'x', scope: 'service:nbg', exp: now + 60 };
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), tail].join('.');
};
const both = (a: Asker, path: string) =>
  Promise.all([a.target.users.first, a.target.users.second].map(async (user) => (await a.ask(path, { user })).text));

/** For each defect what shows it; the observation differs from that of the correct implementation. */
export const probes: Record<string, Probe> = {
  'clock-times-subtracted': async (a) => json((await a.issue()).text).expires_in,
  'scope-colon-escaped': async (a) => json((await a.issue()).text).scope,
  'token-in-mime-lines': async (a) => /\s/.test(json((await a.issue()).text).access_token),
  'no-store-for-browsers': async (a) => (await a.issue()).headers.get('cache-control'),
  'row-of-the-call-before': async (a) => (await a.issue({ client_id: 'nobody' })).status,
  'password-grant-for-clients': async (a) => (await a.issue({ grant_type: 'password' })).status,
  'members-by-pattern': async (a) => {
    const { id, secret } = a.target.clients.scoped;
    const members = {
      grant_type: 'client_credentials',
      audience: a.target.audience,
      client_id: id,
      client_secret: secret,
    };
    return (await a.issue({}, JSON.stringify(members).slice(0, -1))).status;
  },
  'no-row-no-content': async (a) => (await a.issue({ client_secret: undefined })).status,
  'session-of-the-address': async (a) => [
    (await a.ask('/cash')).status,
    (await a.ask('/cash', { token: null })).status,
  ],
  'scheme-begins-with': async (a) =>
    (await a.ask('/cash', { headers: { Authorization: `BearerX ${a.token}` } })).status,
  'wrapped-token': async (a) =>
    (await a.ask('/cash', { token: `${a.token.slice(0, 80)} ${a.token.slice(80)}` })).status,
  'one-lenient-verifier': async (a) => {
    const found = [];
    for (let n = 0; n < 4; n += 1) found.push((await a.ask('/cash', { token: altered(a.token) })).status);
    return found;
  },
  'refusal-is-activity': async (a) => {
    const token = a.target.expiredToken ?? '';
    return [(await a.ask('/cash', { token })).status, (await a.ask('/cash', { token })).status];
  },
  'audience-for-writes-only': async (a) => (await a.ask('/cash', { token: a.target.otherAudienceToken ?? '' })).status,
  'challenge-until-known': async (a) => {
    await a.ask('/cash');
    return (await a.ask('/cash', { token: null })).headers.get('www-authenticate');
  },
  'refused-touch': async (a) => [(await a.patch({ address }, { token: 'x' })).status, await a.stored()],
  'guards-at-the-opening': async (a) => {
    await unscoped(a);
    return [(await a.ask('/cash')).status, (await a.ask(guidesPath)).status];
  },
  'one-module-at-a-time': async (a) => [(await a.ask(settings)).status, (await a.ask(guidesPath)).status],
  'partition-of-one': async (a) => {
    const ids = ['00', '01', '02', '03'].map((end) => unknown.slice(2) + end);
    return Promise.all(ids.map(async (user) => (await a.ask('/cash', { user })).status));
  },
  'second-shard': async (a) => (await a.ask('/daily-summaries', { user: unknown })).status,
  'message-area-lags': async (a) => {
    await a.ask('/cash', { user: 'x' });
    return json((await a.ask('/daily-summaries', { user: unknown })).text).error.message;
  },
  'row-left-in-the-cursor': async (a) => [await both(a, '/portfolios'), await both(a, '/portfolios')].flat().sort(),
  'row-number-moves': async (a) => {
    const found = [];
    for (let n = 0; n < 4; n += 1) found.push(await both(a, settings));
    return found;
  },
  'parameters-after-the-id': async (a) => (await a.ask('/cash', { user: `${a.target.users.first};q=1` })).status,
  'goes-on-after-a-refusal': async (a) => parses((await a.ask('/cash', { user: 'x' })).text),
  'errors-in-xml': async (a) => parses((await a.ask('/cash', { user: 'x', headers: { Accept: '*/*' } })).text),
  'description-is-the-value': async (a) =>
    typeof json((await a.patch({ address: { ...address, city: { a: 1 } } })).text).error.description?.a,
  'dash-between-digits': async (a) => {
    const found = [];
    for (let n = 0; n < 20; n += 1) found.push(((await refusal(a)) as { responseId: string }).responseId.includes('–'));
    return found.includes(true);
  },
  'error-stack-of-the-database': async (a) => ((await refusal(a)) as { error: object }).error,
  'worst-of-the-session': async (a) => {
    await a.patch({ address: [] });
    return ((await refusal(a)) as { status: number }).status;
  },
  'message-shown-once': async (a) =>
    [await refusal(a), await refusal(a)].map((body) => (body as { error: object }).error),
  'apostrophes-escaped': async (a) => parses((await a.ask('/learn/analyst-insights')).text),
  'decimal-comma': async (a) => parses((await a.ask('/cash', { user: a.target.users.second })).text),
  'clob-of-4000': async (a) => {
    const { data } = json((await a.ask(guidesPath)).text);
    return Promise.all(data.map(async ({ id }: { id: string }) => parses((await a.ask(`${guidesPath}/${id}`)).text)));
  },
  'apostrophe-ends-the-literal': async (a) => (await a.patch({ address: { ...address, city: "L'Aquila" } })).status,
  'country-without-a-branch': async (a) => (await a.patch({ address: { ...address, countryCode: 'JP' } })).status,
  'session-opens-public': async (a) => (await a.ask('/cash')).headers.get('cache-control'),
  'size-left-in-the-address': async (a) => (await a.ask(guidesPath)).text,
  'no-store-after-an-update': async (a) => {
    await a.patch({ address });
    return (await a.ask(guidesPath)).headers.get('cache-control');
  },
  'max-age-with-spaces': async (a) => (await a.ask(guidesPath)).headers.get('cache-control'),
  'default-language-does-not-vary': async (a) => (await a.ask(guidesPath)).headers.get('vary'),
  'joined-scan': async (a) =>
    new Set(await Promise.all([0, 1, 2].map(async () => (await a.ask(guidesPath)).text))).size,
  'id-up-to-punctuation': async (a) => {
    const { data } = json((await a.ask(guidesPath)).text);
    return (await a.ask(`${guidesPath}/${data[0].id}.json`)).status;
  },
  'batch-after-an-update': async (a) => [(await a.patch({ address })).status, (await a.ask('/cash')).status],
  'address-at-any-depth': async (a) => (await a.patch([{ address }])).status,
  'country-is-trimmed': async (a) => (await a.patch({ address: { ...address, countryCode: ' IE' } })).status,
  'type-of-the-session': async (a) => {
    await a.patch({ address });
    const url = `${a.target.baseUrl}/users/me/address`;
    const headers = { Authorization: `Bearer ${a.token}`, 'x-user-id': a.target.users.first };
    return (await fetch(url, { method: 'PATCH', headers, body: Buffer.from(JSON.stringify({ address })) })).status;
  },
  'update-binds-otherwise': async (a) =>
    [await a.patch({ address }), await a.patch({ address }), await a.stored()].pop(),
  'fault-resets-the-column': async (a) => [
    (await a.patch({ address: { ...address, city: [] } })).status,
    await a.stored(),
  ],
  'consent-loaded-late': async (a) => (await a.ask('/daily-summaries', { user: a.target.users.denied ?? '' })).status,
  'euro-is-a-question-mark': async (a) =>
    (await a.ask('/daily-summaries', { user: a.target.users.second })).text.includes('€'),
  'rollup-group': async (a) => (await a.ask(settings)).text,
  'once-for-each-device': async (a) => (await a.ask(settings, { user: a.target.users.second })).text,
  'minus-one-is-the-most': async (a) => {
    const body = { ...order, amount: -1 };
    return (await a.ask('/api/m2m/investments/orders', { method: 'POST', body })).status;
  },
  'media-rule-on-accept': async (a) => {
    const headers = { 'Content-Type': 'text/plain' };
    return (await a.ask('/api/m2m/investments/orders', { method: 'POST', body: order, headers })).status;
  },
  'asset-outer-joined': summary,
  'key-of-the-loop-end': summary,
  'greatest-of-nothing': summary,
  'direction-of-the-day-before': summary,
  'date-in-decimal': summary,
};
