import type { Asked, Tester } from './client.ts';
import { addressPath, altered, away, dig, home, listOf, ordersPath, paths } from './client.ts';

const bad = 'eyJhbGciOiJFUzI1NiJ9.e30.AAAA';
const unknown = '64f1ffffffffffffffffff00';

function lower(value: unknown): string {
  return JSON.stringify(value).toLowerCase();
}

/** What a target that is right does wrong all the same: an empty list. */
export async function mistakes(t: Tester): Promise<string[]> {
  const found: string[] = [];
  const seen = new Set<unknown>();
  const check = (sound: boolean, what: string): void => {
    if (!sound) found.push(what);
  };
  const refused = (answer: Asked, statuses: readonly number[], what: string): void => {
    check(statuses.includes(answer.status), `${what}: ${String(answer.status)}`);
    check(dig(answer.json, 'status') === answer.status, `${what}: status in the body`);
    check(String(dig(answer.json, 'error', 'message')).trim() !== '', `${what}: message`);
    const id = dig(answer.json, 'responseId');
    check(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(String(id)) && !seen.has(id), `${what}: responseId`);
    seen.add(id);
    if (answer.status === 401) check(answer.headers.has('www-authenticate'), `${what}: challenge`);
  };
  const { first, second, denied = '' } = t.target.users;

  const granted = await t.grant();
  check(granted.status === 200 && String(dig(granted.json, 'scope')).split(' ').includes('service:nbg'), 'grant');
  check(granted.headers.get('cache-control') === 'no-store', 'grant is stored');
  for (const change of [
    { client_secret: 'x' },
    { client_id: 'x' },
    { grant_type: 'password' },
    { grant_type: undefined },
    { client_secret: undefined },
    { audience: 'x' },
    { client_id: {} },
  ]) {
    const answer = await t.grant(change);
    check(
      answer.status >= 400 && answer.status < 500 && dig(answer.json, 'access_token') === undefined,
      `grant ${lower(change)}`,
    );
  }

  const scoped = await t.token();
  const unscoped = await t.token('unscoped');
  const reads = Object.entries(paths);
  for (const [name, path] of reads) {
    const [own, other] = [await t.get(path), await t.get(path, { user: second })];
    check(own.status === 200 && other.status === 200, `${name}: ${String(own.status)}`);
    check(own.json !== undefined && own.text !== other.text, `${name}: users alike`);
    check(/^application\/(?:[\w.-]+\+)?json/.test(own.headers.get('content-type') ?? ''), `${name}: media type`);
    check((await t.get(`${path}?zz=1&zz=2`)).status === 200, `${name}: query`);
  }
  const guarded: [string, string][] = [
    ...reads.map(([, path]): [string, string] => ['GET', path]),
    ['GET', `${paths.guides}/64f0a1b2c3d4e5f601928374`],
    ['PATCH', addressPath],
    ['POST', ordersPath],
  ];
  for (const [method, path] of guarded) {
    const body = method === 'GET' ? {} : { body: JSON.stringify({ address: home }) };
    const tokens = [
      null,
      bad,
      'Basic abc',
      `Bearer ${scoped} x`,
      `${scoped}.x`,
      t.target.expiredToken ?? bad,
      t.target.otherAudienceToken ?? bad,
      ...(scoped.split('.').length === 3 ? [altered(scoped)] : []),
    ];
    for (const token of tokens)
      refused(await t.ask(method, path, { ...body, token }), [401], `${method} ${path} ${String(token).slice(0, 9)}`);
    if (path.includes('64f0')) continue;
    for (const user of [null, 'x', first.slice(1), `${first}0`, first.toUpperCase(), `${first}, ${first}`]) {
      refused(await t.ask(method, path, { ...body, user }), [400], `${method} ${path} user ${String(user)}`);
    }
    const stranger = await t.ask(method, path, { ...body, user: unknown });
    refused(stranger, [path === paths.summaries ? 401 : 404], `${method} ${path} unknown`);
    if (path === paths.summaries)
      check(lower(dig(stranger.json, 'error')).includes('user not found'), 'who is unknown');
  }
  check((await t.get(paths.cash, { token: `bEARER   ${scoped}` })).status === 200, 'scheme in another case');
  refused(await t.get(paths.guides, { token: unscoped }), [403], 'scope');
  check((await t.get(paths.cash, { token: unscoped })).status === 200, 'unscoped cash');
  refused(await t.get(paths.summaries, { user: denied }), [403], 'denied');

  const listing = await t.get(paths.guides);
  const control = listing.headers.get('cache-control') ?? '';
  check(/max-age=1800\b/.test(control) && !/no-store|no-cache/.test(control), `lifetime ${control}`);
  check((listing.headers.get('vary') ?? '').toLowerCase().includes('x-user-id'), 'vary');
  for (const { id } of listOf(listing.json, 'data'))
    check((await t.get(`${paths.guides}/${String(id)}`)).status === 200, 'guide');
  refused(await t.get(`${paths.guides}/64f0ffffffffffffffffffff`), [404], 'unknown guide');
  for (const id of [
    'x',
    '64f0a1b2c3d4e5f60192837',
    '64f0a1b2c3d4e5f6019283740',
    '',
    '%00',
    '%zz',
    '64f0a1b2c3d4e5f601928374%0A',
  ]) {
    refused(await t.get(`${paths.guides}/${id}`), [400], `guide ${id}`);
  }
  refused(await t.get('/nowhere'), [404], 'unknown path');
  refused(await t.ask('DELETE', paths.cash), [404], 'method');
  const known = { 'if-none-match': (await t.get(paths.cash)).headers.get('etag') ?? '' };
  check((await t.get(paths.cash, { headers: known })).status < 400, 'conditional');

  const other = lower(await t.address(second));
  for (const address of [home, home, away, { ...home, postalCode: 'a"\\ü' }]) {
    check((await t.move(address)).status < 300, `address ${lower(address)}`);
    check(lower(await t.address()) === lower(address), `read-back ${lower(address)}`);
  }
  const standing = lower(await t.address());
  const wrong = [
    null,
    7,
    'x',
    [],
    [home],
    { ...home, line1: {} },
    { ...home, line2: [] },
    { ...home, city: ['x'] },
    { ...home, postalCode: {} },
    { ...home, countryCode: 'nl' },
    { ...home, countryCode: 'NLD' },
    { ...home, countryCode: '' },
  ];
  for (const address of wrong) refused(await t.move(address), [400, 422], `address ${lower(address)}`);
  for (const body of [
    '{',
    '',
    '[]',
    'null',
    '7',
    '{}',
    '{"address":{}} x',
    '\uFEFF{}',
    `[${JSON.stringify({ address: home })}]`,
  ]) {
    refused(await t.ask('PATCH', addressPath, { body }), [400, 415], `address ${body}`);
    refused(await t.ask('POST', ordersPath, { body }), [400, 415, 422], `order ${body}`);
  }
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'application/json, text/plain',
    null,
  ]) {
    refused(await t.move(home, { type }), [415], `address as ${String(type)}`);
    refused(await t.buy({}, { type }), [415], `order as ${String(type)}`);
  }
  check(lower(await t.address()) === standing && lower(await t.address(second)) === other, 'addresses changed');
  check((await t.buy()).status < 300, 'order');
  for (const change of [
    { amount: 0 },
    { amount: -1 },
    { amount: 'x' },
    { amount: [1] },
    { isin: {} },
    { isin: [] },
    { side: ['buy'] },
  ]) {
    refused(await t.buy(change), [400, 422], `order ${lower(change)}`);
  }
  return found;
}
