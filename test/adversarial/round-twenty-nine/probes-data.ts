import type { Answer, Client } from './client.ts';
import { ADDRESS, dig, list } from './client.ts';
import { pause } from './model.ts';
import type { Probe } from './probes-access.ts';

const GUIDES = '/learn/learning-guides';
const SETTINGS = '/b2b/notification-settings';

async function both(client: Client, path: string): Promise<[Answer, Answer]> {
  const { first, second } = client.target.users;
  return await Promise.all([client.ask(path, { user: first }), client.ask(path, { user: second })]);
}

async function alone(client: Client, path: string, user: string): Promise<string> {
  await pause(90);
  return (await client.ask(path, { user })).text;
}

function days(answer: Answer): unknown[] {
  return list(answer.body, 'data');
}

async function ids(client: Client): Promise<string> {
  return list((await client.ask(GUIDES)).body, 'data')
    .map((guide) => String(dig(guide, 'id')))
    .join();
}

export const readProbes: Readonly<Record<string, Probe>> = {
  'filter-of-the-view-is-shared': async (client) => {
    const own = await alone(client, '/portfolios', client.target.users.first);
    const [first] = await both(client, '/portfolios');
    return first.status === 200 && first.text !== own;
  },
  'cell-is-read-before-the-sheet-is-recalculated': async (client) => {
    const { first, second } = client.target.users;
    const own = await alone(client, '/cash', second);
    await alone(client, '/cash', first);
    const quick = (await client.ask('/cash', { user: second })).text;
    return quick !== own && (await alone(client, '/cash', second)) === own;
  },
  'locale-of-the-workspace-reads-the-number': async (client) => {
    const [first, second] = await both(client, '/cash');
    return first.status === 200 && second.status === 400;
  },
  'iterator-is-replaced-by-the-next-reader': async (client) => {
    const { first, second } = client.target.users;
    const single: Answer[] = [];
    for (const user of [first, second]) single.push(await client.ask('/portfolios', { user }));
    const [one, two] = await both(client, '/portfolios');
    return single.every((answer) => answer.status === 200) && [one.status, two.status].includes(400);
  },
  'minority-type-of-a-column-is-empty': async (client) => {
    const all = list(days(await client.ask('/daily-summaries')), 0, 'performers', 'all');
    return all.filter((row) => dig(row, 'assetId') === null).length === 1;
  },
  'copied-column-is-called-copy': async (client) =>
    dig(days(await client.ask('/daily-summaries')), -1, 'portfolio', 'holdings', 'key') === 'holdings copy',
  'formula-without-value-is-an-object': async (client) => {
    const [first, second] = await both(client, '/daily-summaries');
    return (
      typeof dig(first.body, 'maxValueDifferences', 'savings') === 'number' &&
      dig(second.body, 'maxValueDifferences', 'savings', 'specialValue') === 'NaN'
    );
  },
  'moments-are-read-as-displayed': async (client) =>
    /^\d\.\d\dE\+12$/.test(String(dig(days(await client.ask('/daily-summaries')), 0, 'timestamp'))),
  'cell-is-still-loading': async (client) => {
    const texts: string[] = [];
    for (let turn = 0; turn < 8; turn += 1) texts.push((await client.ask('/daily-summaries')).text);
    return texts.filter((text) => text.includes('"Loading..."')).length === 2;
  },
  'progress-bar-has-no-digits': async (client) => {
    const oldest = dig(days(await client.ask('/daily-summaries')), 0);
    return /^[█░]{10}$/.test(String(dig(oldest, 'performers', 'worst', 0, 'weight')));
  },
  'access-is-asked-of-the-owner': async (client) =>
    (await client.ask('/daily-summaries', { user: client.target.users.denied })).status === 202,
  'checkbox-is-exported-as-checked': async (client) => {
    const [first, second] = await both(client, SETTINGS);
    return (
      dig(first.body, 'email', 0, 'notifications', 0, 'active') === true &&
      dig(second.body, 'email', 0, 'notifications', 0, 'active') === 'checked'
    );
  },
  'duplicates-are-told-by-name': async (client) => {
    const [first, second] = await both(client, SETTINGS);
    return first.text.includes('app_weekly_review') && !second.text.includes('app_weekly_review');
  },
  'stacks-are-told-by-colour': async (client) => list((await client.ask(SETTINGS)).body, 'email').length === 2,

  'attachment-is-a-list-of-files': async (client) => {
    const covers = list((await client.ask(GUIDES)).body, 'data').map((guide) => dig(guide, 'mobileCoverImageURL'));
    return covers.filter((cover) => Array.isArray(cover)).length === 1;
  },
  'shared-view-is-sorted-by-a-colleague': async (client) => {
    const seen: string[] = [];
    for (let turn = 0; turn < 13; turn += 1) {
      seen.push(await ids(client));
      await pause(70);
    }
    return new Set(seen).size === 2;
  },
  'lookup-is-a-list-and-equals-nothing': async (client) => {
    const [first, second] = await both(client, GUIDES);
    return first.text === second.text;
  },
  'thirty-minutes-typed-as-hours': async (client) =>
    /max-age=108000/.test((await client.ask(GUIDES)).headers.get('cache-control') ?? ''),
  'search-covers-all-fields': async (client) => {
    const listed = (await ids(client)).split(',');
    const bodies = await Promise.all(listed.map((id) => client.ask(`${GUIDES}/${id}`)));
    return (
      bodies.every((answer) => answer.status === 200) &&
      new Set(bodies.map((answer) => answer.text)).size < listed.length
    );
  },
  'connector-limit-arrives-as-400': async (client) => {
    const answers = await Promise.all(Array.from({ length: 7 }, () => client.ask('/learn/analyst-insights')));
    return (
      answers.filter((answer) => answer.status === 200).length === 5 &&
      answers.filter((answer) => answer.status === 400).length === 2
    );
  },
  'empty-cells-print-undefined': async (client) => {
    const [first, second] = await both(client, '/learn/analyst-insights');
    return first.body !== undefined && second.body === undefined && second.text.includes('undefined');
  },
  'checkbox-prints-true': async (client) =>
    (await client.ask('/cash')).headers.get('cache-control') === 'true, max-age=0, must-revalidate',
  'any-query-asks-for-formatted-cells': async (client) =>
    typeof dig((await client.ask('/cash')).body, 'balances', 0, 'amount') === 'number' &&
    typeof dig((await client.ask('/cash?probe=1')).body, 'balances', 0, 'amount') === 'string',
};

export const writeProbes: Readonly<Record<string, Probe>> = {
  'automations-suspect-a-loop': async (client) => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 11; turn += 1) statuses.push((await client.address({ address: ADDRESS })).status);
    return statuses[9] === 200 && statuses[10] === 508;
  },
  'merge-waits-for-both-branches': async (client) => {
    if ((await client.address({ address: ADDRESS })).status !== 200) return false;
    const { line2: _dropped, ...short } = ADDRESS;
    try {
      await client.address({ address: short }, { timeout: 300 });
      return false;
    } catch (error) {
      return error instanceof Error && error.name === 'TimeoutError';
    }
  },
  'record-is-in-the-view-already': async (client) => {
    await client.address({ address: ADDRESS });
    const second = await client.address({ address: { ...ADDRESS, line1: '2 Probe Street' } });
    return second.status === 200 && dig(await client.stored(), 'line1') === '1 Probe Street';
  },
  'update-is-filled-down': async (client) => {
    await client.address({ address: ADDRESS });
    return dig(await client.stored(client.target.users.second), 'line1') === ADDRESS.line1;
  },
  'automation-reverts-what-it-refuses': async (client) => {
    const refused = await client.address({ address: { ...ADDRESS, countryCode: 'Eire' } });
    const at = dig(await client.stored(), 'countryCode');
    await pause(450);
    return refused.status === 422 && at === 'Eire' && dig(await client.stored(), 'countryCode') === 'IE';
  },
  'objects-are-rich-text': async (client) =>
    (await client.address({ address: { ...ADDRESS, line1: {} } })).status === 200 &&
    (await client.address({ address: { ...ADDRESS, line1: [] } })).status === 422,
  'fixing-parser-mends-the-body': async (client) => (await client.address('{"address": {')).status === 200,
  'form-is-closed-after-its-last-response': async (client) => {
    for (let turn = 0; turn < 15; turn += 1) await client.address([]);
    return (await client.address({ address: ADDRESS })).status === 410;
  },
  'slider-clamps-to-its-range': async (client) =>
    dig((await client.order({ amount: -5 })).body, 'amount') === 1 &&
    (await client.order({ amount: 0 })).status === 201,
  'isin-is-a-barcode': async (client) =>
    (await client.order({ isin: {} })).status === 201 && (await client.order({ isin: [] })).status === 422,
  'other-types-are-attachments': async (client) =>
    (await client.order({}, { type: 'text/plain' })).status === 202 && (await client.order()).status === 201,
};
