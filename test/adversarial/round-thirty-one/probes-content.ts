import type { Session } from './client.ts';
import { at, list, patch, paths, readBack, sample } from './client.ts';
import type { Probe } from './probes-access.ts';

async function guides(client: Session, user = client.target.users.first): Promise<readonly unknown[]> {
  return list(at((await client.ask(paths.guides, { user })).json, 'data'));
}

async function days(client: Session): Promise<readonly unknown[]> {
  return list(at((await client.ask(paths.summaries)).json, 'data'));
}

async function statuses(client: Session, path: string): Promise<readonly number[]> {
  const found: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) found.push((await client.ask(path)).status);
  return found;
}

async function update(client: Session, address: unknown): Promise<number> {
  return (await client.ask(paths.address, patch(address))).status;
}

const ids = (entries: readonly unknown[]): string => entries.map((entry) => String(at(entry, 'id'))).join(' ');

export const contentProbes: Readonly<Record<string, Probe>> = {
  'interval-is-hours-minutes-seconds': async ({ ask }) =>
    /max-age=3000$/.test((await ask(paths.guides)).headers.get('cache-control') ?? ''),
  'host-variable-of-forty-nine-levels': async (client) =>
    typeof at((await guides(client, client.target.users.second))[0], 'description', 'text') === 'string' &&
    typeof at((await guides(client))[0], 'description') === 'string',
  'split-control-interval': async (client) => {
    const once = ids(await guides(client));
    return ids(await guides(client)) !== once;
  },
  'language-is-one-letter': async (client) =>
    at((await guides(client))[0], 'title') === at((await guides(client, client.target.users.second))[0], 'title'),
  'records-of-the-former-length': async (client) => {
    const kinds = (await guides(client)).map((guide) => at(guide, 'contentType'));
    return kinds[0] === undefined && kinds[1] === undefined && kinds[2] !== undefined;
  },
  'index-without-upgrade': async (client) => {
    const last = at((await guides(client)).at(-1), 'id');
    return (await client.ask(`${paths.guides}/${String(last)}`)).status === 404;
  },
  'region-without-newcopy': async (client) => (await statuses(client, paths.insights)).includes(409),
  'search-all-of-an-unsorted-table': async (client) => (await statuses(client, paths.cash)).includes(409),
  'generation-is-not-catalogued': async (client) => (await statuses(client, paths.portfolios)).includes(409),
  'trailing-blanks-are-not-numeric': async (client) =>
    (await update(client, { ...sample, postalCode: '10115' })) === 422 && (await update(client, sample)) === 200,
  'duplicate-key-within-the-second': async (client) => {
    const first = [await update(client, sample), await update(client, sample)];
    return first.includes(409) || [await update(client, sample), await update(client, sample)].includes(409);
  },
  'body-is-unstrung-at-quotation-marks': async (client) => {
    const body = JSON.stringify({ address: { ...sample, city: 'Cut' } }).slice(0, -2);
    const cut = await client.ask(paths.address, { method: 'PATCH', body });
    return cut.status === 200 && at(await readBack(client), 'city') === 'Cut';
  },
  'text-is-moved-to-the-group': async (client) =>
    (await update(client, 'One line')) === 200 && at(await readBack(client), 'line1') === 'One line',
  'json-parse-goes-on-behind-a-mismatch': async (client) => {
    await update(client, sample);
    const status = await update(client, { ...sample, line1: 'Moved', city: { name: 'X' } });
    const stored = await readBack(client);
    return status === 200 && at(stored, 'line1') === 'Moved' && at(stored, 'city') === sample.city;
  },
  'line2-and-city-redefine-each-other': async (client) => {
    await update(client, sample);
    return String(at(await readBack(client), 'line2')).startsWith(sample.city);
  },
  'rowset-of-two-is-updated': async (client) => {
    await update(client, { ...sample, line1: 'Both' });
    return at(await readBack(client, client.target.users.second), 'line1') === 'Both';
  },
  'empty-tables-are-null': async (client) =>
    (await days(client)).some((day) => at(day, 'performers', 'worst') === null),
  'first-value-of-a-condition-name': async (client) =>
    (await days(client)).every((day) => at(day, 'portfolio', 'savings', 'key') === 'vault'),
  'external-floating-point-is-text': async ({ ask }) =>
    /^\+2\.49300E\+02$/.test(String(at((await ask(paths.summaries)).json, 'maxValueDifferences', 'total'))),
  'eibdate-in-place-of-a-moment': async (client) => {
    const [oldest, next] = (await days(client)).map((day) => String(at(day, 'timestamp')).length);
    return oldest === 6 && next === 13;
  },
  'both-views-of-a-redefinition': async (client) => {
    const worst = list(at((await days(client)).at(-1), 'performers', 'worst'));
    return worst.some((entry) => at(entry, 'upBy') !== undefined && at(entry, 'downBy') !== undefined);
  },
  'edited-field-is-de-edited': async (client) =>
    (await days(client)).every((day) => /^[\d.,]+$/.test(String(at(day, 'portfolio', 'total', 'upBy')))),
  'global-table-comes-first': async ({ ask, target }) =>
    (await ask(paths.summaries, { user: target.users.denied ?? '' })).status === 200,
  'merged-without-sum-fields': async ({ ask, target }) => {
    const { text } = await ask(paths.notifications, { user: target.users.second });
    return text.split('"app_promotional"').length === 3;
  },
  'halved-codes-lose-their-remainder': async ({ ask }) =>
    list(at((await ask(paths.notifications)).json, 'email')).length === 2,
  'upsi-switches-from-the-query': async ({ ask }) => {
    const test = await ask(`${paths.portfolios}?page=2`);
    return test.status === 200 && test.text !== (await ask(paths.portfolios)).text;
  },
};
