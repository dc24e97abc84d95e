import type { Json } from './client.ts';
import { paths, Session, send } from './client.ts';
import type { Probe } from './probes-access.ts';
import { nobody, sample } from './probes-access.ts';

const titles = (listing: Json): string => JSON.stringify(listing.at('data').list.map((one) => one.at('title').value));
const ids = (listing: Json): readonly string[] => listing.at('data').list.map((one) => one.at('id').text);

const days = (session: Session, user?: string): Promise<readonly Json[]> =>
  session.call(paths.summaries, {}, user ?? session.target.users.first).then((seen) => seen.json.at('data').list);

async function withoutAccept(session: Session): Promise<number> {
  const headers = { authorization: `Bearer ${session.token}`, 'x-user-id': session.target.users.first };
  return (await send(session.target.baseUrl + paths.guides, { headers })).status;
}

const knownEmail = ['email_transactional', 'email_servicebites', 'email_promotional'];

const idsOf = (settings: Json, channel: string): readonly string[] =>
  settings.at(channel).list.flatMap((one) => one.at('notifications').list.map((item) => item.at('id').text));

const open =
  (probe: (session: Session, first: string, second: string) => Promise<boolean>): Probe =>
  async (target) =>
    probe(await Session.open(target), target.users.first, target.users.second);

export const contentProbes: Readonly<Record<string, Probe>> = {
  'deferred-fragment-makes-parts': open(
    async (session, _first, second) =>
      (await session.call(paths.portfolios, {}, second)).headers['content-type']?.startsWith('multipart/') === true,
  ),
  'fragments-are-written-without-merging': open(async (session) => {
    const [id = ''] = ids((await session.call(paths.guides)).json);
    const { text, status } = await session.call(`${paths.guides}/${id}`);
    return status === 200 && text.split('"id":').length === 3;
  }),
  'wrong-types-fail-on-the-way-out': open(
    async (session) =>
      (await session.update({ ...sample, line2: {} })).status === 500 && (await session.update(sample)).status === 200,
  ),
  'private-hint-sits-on-a-null': open(async (session, first, second) => {
    const own = (await session.call(paths.cash, {}, first)).headers['cache-control'] ?? '';
    return (
      own.includes('private') &&
      /public/.test((await session.call(paths.cash, {}, second)).headers['cache-control'] ?? '')
    );
  }),
  'any-query-makes-it-live': open(
    async (session) => (await session.call(`${paths.summaries}?a=1`, { patience: 300 })).status === 0,
  ),
  'query-misses-the-safelist-and-meets-the-stub': open(async (session) =>
    (await session.call(`${paths.insights}?a=1`)).text.includes('Hello World'),
  ),
  'field-is-overridden-for-a-quarter': open(async (session) => {
    let found = 0;
    for (let turn = 0; turn < 8; turn += 1) {
      const list = (await session.call(paths.guides)).json.at('data').list;
      if (list.some((one) => typeof one.at('chapterCount').value === 'string')) found += 1;
    }
    return found === 2;
  }),
  'policy-object-belongs-to-the-executor': open(async (session) => {
    await session.call(paths.cash);
    return !(await session.call(paths.guides)).headers['cache-control']?.includes('max-age=1800');
  }),
  'vary-is-collected-while-planning': open(async (session) => {
    await session.call(paths.guides);
    return !(await session.call(paths.guides)).headers['vary']?.includes('x-user-id');
  }),
  'two-plans-of-equal-cost-take-turns': open(async (session) => {
    const lists = [];
    for (let turn = 0; turn < 3; turn += 1) lists.push(ids((await session.call(paths.guides)).json).join());
    return lists[0] === lists[2] && lists[0] !== lists[1];
  }),
  'key-args-leave-the-language-out': open(async (session, first, second) => {
    const one = await session.call(paths.guides, {}, first);
    const other = await session.call(paths.guides, {}, second);
    return titles(one.json) === titles(other.json);
  }),
  'csrf-prevention-asks-for-a-preflight': open(async (session) => (await withoutAccept(session)) === 400),
  'loader-key-is-object-object': open(async (session) => {
    const [one = '', other = ''] = ids((await session.call(paths.guides)).json);
    const head = await session.call(`${paths.guides}/${one}`);
    const tail = await session.call(`${paths.guides}/${other}`);
    return head.text === tail.text;
  }),
  'policy-is-asked-about-a-null': open(
    async (session) => (await session.call(`${paths.guides}/${nobody}`)).status === 403,
  ),
  'single-input-is-a-list-of-one': open(async (session) => (await session.update([])).status === 200),
  'errors-in-nullable-inputs-leave-a-null': open(
    async (session) => (await session.update({ ...sample, city: ['x'] })).status === 200,
  ),
  'scalar-has-no-parse-value': open(
    async (session) => (await session.update({ ...sample, countryCode: 'gbr' })).status === 200,
  ),
  'prime-does-not-replace': open(async (session) => {
    await session.stored();
    const line1 = `${Math.random()} Lane`;
    await session.update({ ...sample, line1 });
    return (await session.stored()).at('line1').text !== line1;
  }),
  'address-has-no-key-fields': open(async (session, _first, second) => {
    const line1 = `${Math.random()} Lane`;
    await session.update({ ...sample, line1 });
    return (await session.stored(second)).at('line1').text === line1;
  }),
  'mutation-has-two-root-fields': open(async (session) => {
    const line1 = `${Math.random()} Lane`;
    const refused = await session.update({ ...sample, line1, countryCode: 'gb' });
    return refused.status === 400 && (await session.stored()).at('line1').text === line1;
  }),
  'unposted-interest-nulls-the-savings': open(
    async (session) => (await days(session))[2]?.at('portfolio', 'savings').value === null,
  ),
  'key-is-the-field-behind-the-alias': open(
    async (session) => (await days(session))[0]?.at('portfolio', 'holdings', 'key').value === 'positions',
  ),
  'live-moment-is-an-int': open(async (session) => (await days(session)).at(-1)?.at('timestamp').value === null),
  'variables-stay-behind-at-the-entity-fetch': open(async (session) => {
    const [day] = await days(session);
    return day?.at('performers', 'worst', 0, 'weight').text.includes('%') === false;
  }),
  'performers-are-normalised-by-asset': open(async (session) => {
    const all = (await days(session)).flatMap((day) => day.at('performers', 'all').list);
    return all.some((one) => one.at('upBy').text !== '' && one.at('downBy').text !== '');
  }),
  'aliases-of-one-field-are-one-result': open(async (session) => {
    const worst = (await days(session)).at(-1)?.at('performers', 'worst').list ?? [];
    return worst.some((one) => one.at('upBy').text !== '');
  }),
  'policy-errors-count-as-unauthenticated': open(
    async (session) => (await session.call(paths.summaries, {}, session.target.users.denied ?? null)).status === 401,
  ),
  'deep-merge-joins-lists': open(async (session) => {
    const found = idsOf((await session.call(paths.notifications)).json, 'email');
    return knownEmail.some((id) => found.filter((one) => one === id).length === 2);
  }),
  'mocked-id-of-a-further-notification': open(async (session) => {
    const one = idsOf((await session.call(paths.notifications)).json, 'app');
    return one.join() !== idsOf((await session.call(paths.notifications)).json, 'app').join();
  }),
  'required-language-is-not-fetched': open(async (session, first, second) => {
    const one = await session.call(paths.notifications, {}, first);
    return one.text === (await session.call(paths.notifications, {}, second)).text;
  }),
  'any-scalar-takes-references': open(async (session) => (await session.order({ isin: {} })).status === 201),
  'printed-schema-has-no-constraints': open(async (session) => (await session.order({ amount: -5 })).status === 201),
  'defaults-of-the-stub-stay-in-the-operation': open(
    async (session) => (await session.call(paths.orders, { method: 'POST', raw: '{"isin":' })).status === 201,
  ),
};
