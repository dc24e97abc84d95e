import { address, order, type Probe, paths } from './probe.ts';

type Look = (probe: Probe) => Promise<unknown>;

const unknownUser = '0123456789abcdef01234567';

const identityProbes: Record<string, Look> = {
  'keys-eddsa': async (probe) => readPart(probe.token, 0)['alg'],
  'keys-hs256-without-jwks': async (probe) => [readPart(probe.token, 0)['alg'], probe.target.jwksUrl === undefined],
  'token-jwe': async (probe) => probe.token.split('.').length,
  'token-without-kid': async (probe) => 'kid' in readPart(probe.token, 0),
  'several-keys': async (probe) => {
    const tokens = [(await probe.issue({})).json.access_token, (await probe.issue({})).json.access_token];
    return tokens.map((token) => readPart(token, 0)['alg']);
  },
  'scopes-in-scp-array': async (probe) => Array.isArray(readPart(probe.token, 1)['scp']),
  'scopes-as-permissions': async (probe) => Array.isArray(readPart(probe.token, 1)['permissions']),
  'audience-array': async (probe) => Array.isArray(readPart(probe.token, 1)['aud']),
  'token-reused': async (probe) => (await probe.issue({})).json.access_token === probe.token,
  'token-revoked-on-renewal': async (probe) => {
    const { json } = await probe.issue({});
    return [await probe.status(paths.cash), await probe.status(paths.cash, { token: json.access_token })];
  },
  'token-errors-html': async (probe) => (await probe.issue({ client_secret: 'wrong' })).headers['content-type'],
  'unscoped-without-scope': async (probe) => {
    const { id, secret } = probe.target.clients.unscoped;
    return 'scope' in (await probe.issue({ client_id: id, client_secret: secret })).json;
  },
  'clock-ahead': async (probe) => {
    const ahead = Date.parse((await probe.ask(paths.cash)).headers.date ?? '') - Date.now();
    return ahead > 30_000;
  },
  'user-before-token': async (probe) => (await probe.ask(paths.cash, { token: null, user: 'x' })).status,
  'body-before-token': async (probe) => (await probe.update('{', { token: null })).status,
  'unscoped-refused-elsewhere': async (probe) => probe.status(paths.cash, { token: await probe.unscoped() }),
  'unknown-user-404': async (probe) => [
    await probe.status(paths.cash, { user: unknownUser }),
    await probe.status(paths.summaries, { user: unknownUser }),
  ],
  'malformed-user-401': (probe) => probe.status(paths.cash, { user: 'A'.repeat(24) }),
  'ids-all-digits': async (probe) => /^[0-9]{24}$/.test(probe.target.users.first),
};

const wireProbes: Record<string, Look> = {
  'errors-problem-json': async (probe) => (await probe.ask(paths.cash, { token: null })).headers['content-type'],
  'error-extra-members': async (probe) => 'timestamp' in (await probe.ask(paths.cash, { token: null })).json,
  'response-id-v7-upper': async (probe) => (await probe.ask(paths.cash, { token: null })).json.responseId[14],
  'description-null-or-absent': async (probe) =>
    'description' in (await probe.ask(paths.cash, { token: null })).json.error,
  'messages-localised': async (probe) =>
    (await probe.update({ address: 1 }, { user: probe.target.users.second })).json.error.message,
  'unknown-route-403': (probe) => probe.status('/no/such/thing'),
  'method-405': (probe) => probe.status(paths.cash, { method: 'PUT' }),
  'bodies-refused-422': async (probe) => [(await probe.update('{')).status, (await probe.trade({})).status],
  'media-type-quoted-charset': async (probe) => (await probe.ask(paths.cash)).headers['content-type'],
  'chunked-with-trailers': async (probe) => {
    const { headers, trailers } = await probe.ask(paths.cash);
    return [headers['transfer-encoding'], Object.keys(trailers)];
  },
  'connection-close': async (probe) =>
    (await probe.ask(paths.cash, { headers: { connection: 'keep-alive' } })).headers.connection,
  'header-names-upper': async (probe) => (await probe.ask(paths.cash)).rawHeaders.includes('CONTENT-TYPE'),
  'early-hints': async (probe) => (await probe.ask(paths.cash)).hints,
  'gzip-when-allowed': async (probe) => [
    (await probe.ask(paths.cash)).headers['content-encoding'],
    (await probe.ask(paths.cash, { headers: { 'accept-encoding': 'identity' } })).headers['content-encoding'],
  ],
  'pretty-json': async (probe) => (await probe.ask(paths.cash)).text.includes('\n\t'),
  'escaped-json': async (probe) => (await probe.ask(paths.guides)).text.includes('\\u201C'),
  'integers-as-floats': async (probe) => /"chapterCount":\d+\.0/.test((await probe.ask(paths.guides)).text),
  'slow-answers': async (probe) => {
    const before = performance.now();
    for (let turn = 0; turn < 8; turn++) await probe.ask(paths.cash);
    return performance.now() - before > 400;
  },
  'shed-429': (probe) => hurry(probe),
  'shed-503': (probe) => hurry(probe),
  'small-limits': async (probe) => [
    await probe.status(`${paths.cash}?a=${'b'.repeat(3000)}`),
    (await probe.update({ address: { ...address, line1: 'x'.repeat(20_000) } })).headers['content-type'],
    await probe.status(`${paths.cash}?a=${'b'.repeat(1900)}`),
  ],
  'non-ascii-header-refused': async (probe) =>
    (await probe.ask(paths.cash, { user: '\u00e9' })).headers['content-type'],
};

const contentProbes: Record<string, Look> = {
  'guides-300': async (probe) => (await probe.ask(paths.guides)).json.data.length,
  'guides-two': async (probe) => (await probe.ask(paths.guides)).json.data.length,
  'conditional-guides': async (probe) => {
    const { etag = '"none"' } = (await probe.ask(paths.guides)).headers;
    return probe.status(paths.guides, { headers: { 'if-none-match': etag } });
  },
  'age-from-private-cache': async (probe) => {
    await probe.ask(paths.guides);
    return 'age' in (await probe.ask(paths.guides)).headers;
  },
  'cache-directives-extended': async (probe) => (await probe.ask(paths.guides)).headers['cache-control'],
  'cache-control-two-lines': async (probe) =>
    (await probe.ask(paths.guides)).rawHeaders.filter((name) => name.toLowerCase() === 'cache-control').length,
  'vary-star': async (probe) => (await probe.ask(paths.guides)).headers.vary,
  'edited-once': async (probe) => {
    const before = (await probe.ask(paths.guides)).text;
    for (let turn = 0; turn < 25; turn++) await probe.ask(paths.guides);
    return (await probe.ask(paths.guides)).text === before;
  },
  'optional-members-absent': async (probe) => 'backgroundColor' in (await probe.ask(paths.guides)).json.data[0],
  'guide-path-without-learn': async (probe) => {
    const [{ id }] = (await probe.ask(paths.guides)).json.data;
    return [await probe.status(`/learning-guides/${id}`), await probe.status(`/learn/learning-guides/${id}`)];
  },
  'portfolios-204': (probe) => probe.status(paths.portfolios),
  'address-204': async (probe) => (await probe.update({ address })).status,
  'strict-bodies': async (probe) => (await probe.update({ address: { ...address, planet: 'Earth' } })).status,
  'lenient-bodies': async (probe) => [
    (await probe.update({ address: { ...address, city: null } })).status,
    (await probe.trade({ ...order, amount: '12.5' })).status,
    (await probe.trade({ ...order, amount: 'twelve' })).status,
  ],
  'omitted-line2-survives': async (probe) => {
    const { line2, ...rest } = address;
    await probe.update({ address: { ...rest, line2 } });
    await probe.update({ address: rest });
    return (await probe.ask(paths.address)).json.address.line2;
  },
  'query-refused': (probe) => probe.status(`${paths.cash}?a=1`),
  'arabic-digits': async (probe) =>
    /[\u0660-\u0669]/.test((await probe.ask(paths.cash, { user: probe.target.users.second })).text),
  'prices-move': async (probe) => {
    const once = await probe.ask(paths.cash);
    const again = await probe.ask(paths.cash);
    return once.text === again.text;
  },
  'further-notifications': async (probe) => (await probe.ask(paths.notifications)).json.app.length,
};

async function hurry(probe: Probe): Promise<number[]> {
  const statuses = new Set<number>();
  for (let turn = 0; turn < 60; turn++) statuses.add(await probe.status(paths.cash));
  return [...statuses];
}

function readPart(token: string, place: number): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[place] ?? '', 'base64url').toString()) as Record<string, unknown>;
}

/** What a look from outside tells apart, for each variation. */
export const variationProbes: Record<string, Look> = { ...identityProbes, ...wireProbes, ...contentProbes };
