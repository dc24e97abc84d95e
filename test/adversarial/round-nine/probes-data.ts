import { type Client, parsed, UNKNOWN } from './client.ts';
import { pause } from './hooks.ts';
import type { Probe } from './probes-access.ts';

const GUIDES = '/learn/learning-guides';
const SETTINGS = '/b2b/notification-settings';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function get(client: Client, path: string, user?: string) {
  return parsed(await client.ask(path, user === undefined ? {} : { user }));
}

export const DATA_PROBES: Readonly<Record<string, Probe>> = {
  'comment-behind-refusals': async (client) => (await get(client, '/cash', UNKNOWN)) !== undefined,
  'status-with-substatus': async (client) => parsed(await client.ask('/cash', { token: 'a.b.c' })).status === 401,
  'digit-of-seventeen': async (client) => {
    const answers = await Promise.all(Array.from({ length: 120 }, () => get(client, '/cash', UNKNOWN)));
    return answers.every(({ responseId }) => UUID.test(responseId));
  },
  'unknown-path-405': async (client) => (await client.ask('/no-such-path')).status === 404,
  'description-by-and': async (client) => typeof (await get(client, `${GUIDES}/x`)).error.description !== 'boolean',
  'address-asked-for-in-errors': async (client) => {
    const token = await client.fresh();
    return !(await client.ask(`/cash?access_token=${token}`, { token: '' })).text.includes(token);
  },
  'groups-as-sets': async (client) => Array.isArray((await get(client, SETTINGS)).email[2].notifications),
  'id-of-a-draft': async (client) =>
    (await get(client, GUIDES)).data.every(({ id }: { id: string }) => /^[0-9a-f]{24}$/.test(id)),
  'lifetime-with-thousands': async (client) =>
    /max-age=1800(,|$)/.test((await client.ask(GUIDES)).headers.get('cache-control') ?? ''),
  'vary-as-cgi-names-it': async (client) => /x-user-id/i.test((await client.ask(GUIDES)).headers.get('vary') ?? ''),
  'read-guides-come-first': async (client) => {
    const before = await get(client, GUIDES);
    await client.ask(`${GUIDES}/${before.data[4].id}`);
    return (await get(client, GUIDES)).data[0].id === before.data[0].id;
  },
  'apostrophe-ends-the-query': async (client) =>
    (await get(client, GUIDES)).data.length === (await get(client, GUIDES, client.target.users.second)).data.length,
  'missing-object-forbidden': async (client) => (await client.ask(`${GUIDES}/${UNKNOWN}`)).status === 404,
  'guide-id-trimmed': async (client) => {
    const { data } = await get(client, GUIDES);
    return (await client.ask(`${GUIDES}/${data[0].id}%20`)).status === 400;
  },
  'asset-populated': async (client) =>
    typeof (await get(client, '/daily-summaries')).data[1].performers.all[2].assetId === 'string',
  'keys-with-row': async (client) => (await get(client, '/daily-summaries')).data[3].portfolio.cash.key === 'cash',
  'differences-marshalled': async (client) => {
    await get(client, '/daily-summaries');
    return typeof (await get(client, '/daily-summaries')).maxValueDifferences.cash === 'number';
  },
  'interest-not-a-number': async (client) =>
    /\d/.test((await get(client, '/daily-summaries')).data[0].portfolio.savings.unrealisedMonthlyInterest),
  'denied-for-legal-reasons': async (client) =>
    (await client.ask('/daily-summaries', { user: client.target.users.denied ?? '' })).status === 403,
  'single-ones-under-other': async (client) => (await get(client, SETTINGS)).app.length === 3,
  'settings-under-rebuild': async (client) => {
    for (let reading = 0; reading < 5; reading += 1) await client.ask(SETTINGS);
    return (await client.ask(SETTINGS)).text.includes('app_weekly_review');
  },
};

export const WRITE_PROBES: Readonly<Record<string, Probe>> = {
  'city-without-initial': async (client) => (await client.update({ city: '' })).status < 500,
  'update-not-modified': async (client) => {
    await client.update();
    return (await client.update()).status === 200;
  },
  'version-from-a-lagging-view': async (client) => {
    await client.update();
    return (await client.update({ city: 'York' })).status === 200;
  },
  'commas-as-white-space': async (client) => {
    const body = '{"address":{"line1":"a" "line2":"b","city":"c","postalCode":1,"countryCode":"GB"}}';
    return (await client.ask('/users/me/address', { method: 'PATCH', body })).status === 400;
  },
  'one-right-member': async (client) => (await client.update({ city: { a: 1 } })).status === 422,
  'shape-validated-before': async (client) => {
    await client.update();
    return (await client.update({ city: ['a'] })).status === 422;
  },
  'events-by-random-id': async (client) => {
    for (let turn = 0; turn < 12; turn += 1) {
      await client.update({ city: `City ${turn}` });
      if ((await client.stored())['city'] !== `City ${turn}`) return false;
    }
    return true;
  },
  'snapshot-before-event': async (client) => {
    for (const city of ['A', 'B', 'C']) {
      await client.update({ city });
      await pause(1);
      if ((await client.stored())['city'] !== city) return false;
    }
    return true;
  },
  'any-type-with-json-in-it': async (client) =>
    (await client.update({}, { headers: { 'content-type': 'text/json' } })).status === 415,
  'whole-amounts-only': async (client) => (await client.order({ amount: -0.5 })).status === 422,
};
