import type { Tester } from './client.ts';
import { dig, listOf, paths } from './client.ts';

type Probe = (t: Tester) => Promise<boolean>;

async function ids(t: Tester, user?: string): Promise<unknown[]> {
  return listOf((await t.get(paths.guides, user === undefined ? {} : { user })).json, 'data').map(({ id }) => id);
}

export const learnProbes: Readonly<Record<string, Probe>> = {
  'size-of-a-grouped-relation-is-a-hash': async (t) =>
    listOf((await t.get(paths.guides)).json, 'data')
      .map(({ chapterCount }) => typeof chapterCount)
      .indexOf('object') === 6,
  'expires-in-given-a-moment': async (t) => {
    const lifetimes: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      lifetimes.push((await t.get(paths.guides)).headers.get('cache-control') ?? '');
    }
    return lifetimes[0] === 'max-age=1800, private' && /max-age=\d{10}/.test(lifetimes[2] ?? '');
  },
  'read-multi-puts-misses-last': async (t) => {
    const orders: unknown[][] = [];
    for (let round = 0; round < 6; round += 1) orders.push(await ids(t));
    return (
      String(orders[0]) === String(orders[1]) &&
      orders[2]?.at(-1) === orders[0]?.[1] &&
      String(orders[2]) === String(orders[5])
    );
  },
  'locale-restored-before-lazy-rendering': async (t) =>
    (await t.get(paths.guides)).text === (await t.get(paths.guides, { user: t.target.users.second })).text,
  'join-star-overwrites-the-id': async (t) => {
    const [own, other] = [await ids(t), await ids(t, t.target.users.second)];
    const fetched = await t.get(`${paths.guides}/${String(other.at(-1))}`);
    return (
      own.at(-1) !== other.at(-1) && String(own.slice(0, -1)) === String(other.slice(0, -1)) && fetched.status === 200
    );
  },
  'sti-base-class-has-no-type': async (t) =>
    listOf((await t.get(paths.guides)).json, 'data').filter((element) => !('contentType' in element)).length === 2,
  'missing-template-is-no-content': async (t) => {
    const { request } = await import('node:http');
    const token = await t.token();
    const status = await new Promise<number | undefined>((resolve, reject) => {
      request(
        t.target.baseUrl + paths.guides,
        {
          headers: { authorization: `Bearer ${token}`, 'x-user-id': t.target.users.first },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      )
        .on('error', reject)
        .end();
    });
    return status === 204 && (await t.get(paths.guides)).status === 200;
  },
  'fragment-keyed-by-leading-digits': async (t) => {
    const [first, second] = await ids(t);
    const one = await t.get(`${paths.guides}/${String(first)}`);
    return one.status === 200 && one.text === (await t.get(`${paths.guides}/${String(second)}`)).text;
  },
  'conditional-loader-skips-malformed-ids': async (t) => {
    const answer = await t.get(`${paths.guides}/zz`);
    return answer.status === 200 && dig(answer.json, 'data') === null;
  },
  'memoized-relation-is-immutable': async (t) => {
    const first = await t.get(paths.insights);
    return first.status === 200 && (await t.get(paths.insights)).status === 409;
  },
  'translated-while-the-class-is-loaded': async (t) =>
    (await t.get(paths.notifications)).text ===
    (await t.get(paths.notifications, { user: t.target.users.second })).text,
  'unscoped-search-loses-the-default-order': async (t) => {
    const plain = await t.get(paths.summaries);
    const asked = await t.get(`${paths.summaries}?zz=1`);
    return dig(plain.json, 'data', 0, 'timestamp') === dig(asked.json, 'data', -1, 'timestamp');
  },
  'two-cache-blocks-under-one-key': async (t) => {
    const { json } = await t.get(paths.notifications);
    return listOf(json, 'app').length === 3 && dig(json, 'email') === undefined;
  },
};
