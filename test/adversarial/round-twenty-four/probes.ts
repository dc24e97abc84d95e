import { decodeJwt } from 'jose';
import type { Seen } from './client.ts';
import { address, order, type Tester } from './client.ts';
import { bag, rows } from './migrate.ts';
import { isBag } from './schema.ts';
import type { Bag } from './types.ts';

/** Tells whether the misbehaviour that a defect names is seen. */
type Probe = (t: Tester) => Promise<boolean>;

const guides = '/learn/learning-guides';
const insights = '/learn/analyst-insights';
const settings = '/b2b/notification-settings';
const unknown = 'aaaaaaaaaaaaaaaaaaaaaaaa';
const repeated = async (count: number, ask: () => Promise<Seen>): Promise<Seen[]> => {
  const all: Seen[] = [];
  for (let turn = 0; turn < count; turn += 1) all.push(await ask());
  return all;
};
const statuses = (all: readonly Seen[]): string => all.map(({ status }) => status).join(' ');
const idsOf = (value: unknown): unknown[] =>
  rows(value).flatMap((group) => rows(group['notifications']).map(({ id }) => id));
const german = (t: Tester): { user: string } => ({ user: t.target.users.second });
const days = (answer: Seen): Bag[] => rows(answer.bag['data']);
const errorOf = (answer: Seen): Bag => bag(answer.bag['error']);
const altered = (token: string): string => {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const changed = { ...(isBag(claims) ? claims : {}), scope: 'service:nbg', note: 1 };
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
};

const tokenProbes: Readonly<Record<string, Probe>> = {
  'seconds-field-of-an-interval': async (t) =>
    (await t.grant(t.request(t.target.clients.scoped))).bag['expires_in'] === 0,
  'listagg-truncates-on-overflow': async (t) =>
    (await t.grant(t.request(t.target.clients.scoped))).bag['scope'] === 'service:read service:write ...(1)',
  'empty-grant-is-null-and-unknown': async (t) => {
    const { grant_type: _type, ...missing } = t.request(t.target.clients.scoped);
    const both = [await t.grant(missing), await t.grant({ ...missing, grant_type: '' })];
    const other = await t.grant({ ...missing, grant_type: 'password' });
    return other.status === 400 && both.every((answer) => 'access_token' in answer.bag);
  },
  'no-data-found-within-sql-is-null': async (t) => {
    const wrong = await t.grant(t.request({ ...t.target.clients.scoped, secret: 'no' }));
    const { status, bag: answer } = await t.grant(t.request({ id: 'nobody', secret: 'no' }));
    return wrong.status === 401 && status === 200 && 'access_token' in answer;
  },
  'hours-counted-by-their-boundaries': async (t) => {
    const answer = (await t.grant(t.request(t.target.clients.scoped))).bag;
    const { exp = 0, iat = 0 } = decodeJwt(String(answer['access_token']));
    return exp - iat === 5400 && [3600, 7200].includes(Number(answer['expires_in']));
  },
  'on-conflict-keeps-the-default-header': async (t) =>
    (await t.grant(t.request(t.target.clients.scoped))).headers.get('cache-control') === 'private',
  'verifier-reads-from-an-old-snapshot': async (t) => {
    const earlier = await t.ask('/cash');
    const renewed = await t.ask('/cash', { token: await t.fresh() });
    return earlier.status === 200 && renewed.status === 401 && (await t.ask('/cash')).status === 200;
  },
  'bytea-in-hex-format': async (t) => {
    const payload = Buffer.from((await t.token()).split('.')[1] ?? '', 'base64url').toString();
    return payload.startsWith('\\x7b') && (await t.ask('/cash')).status === 200;
  },
  'empty-signature-is-null': async (t) => {
    const token = (await t.token()).replace(/[^.]*$/, '');
    return statuses([await t.ask('/daily-summaries', { token }), await t.ask('/cash', { token })]) === '200 401';
  },
  'a-null-among-the-audiences': async (t) =>
    (await t.ask('/cash', { token: t.target.otherAudienceToken ?? '' })).status === 200,
  'permission-denied-is-403-once-a-role-is-set': async (t) => {
    const token = altered(await t.fresh(t.target.clients.unscoped));
    return statuses([await t.ask(guides, { token }), await t.ask('/cash', { token })]) === '403 401';
  },
  'static-policy-keeps-its-predicate': async (t) => {
    const token = await t.fresh(t.target.clients.unscoped);
    const all = [await t.ask(guides, { token }), await t.ask(guides), await t.ask(guides, { token })];
    return statuses(all) === '403 200 200';
  },
  'function-is-not-unique': async (t) =>
    statuses(await repeated(8, () => t.ask(insights))) === '200 200 200 300 200 200 200 300',
};

const errorProbes: Readonly<Record<string, Probe>> = {
  'custom-setting-is-empty-and-not-null': async (t) => {
    const first = await t.ask('/cash', { user: null });
    await t.ask('/cash');
    const later = await t.ask('/cash', { user: null });
    return first.status === 400 && later.status === 200 && later.text === '{"balances":[]}';
  },
  'ranges-follow-the-collation': async (t) => {
    const user = t.target.users.first.toUpperCase();
    return statuses([await t.ask('/portfolios', { user }), await t.ask('/cash', { user })]) === '200 400';
  },
  'aggregate-of-nothing-is-found': async (t) =>
    (await t.ask('/portfolios', { user: unknown })).text === '{"portfolios":null}',
  'reading-log-has-a-foreign-key': async (t) => (await t.ask('/daily-summaries', { user: unknown })).status === 409,
  'raise-by-condition-name': async (t) =>
    errorOf(await t.ask('/daily-summaries', { user: unknown }))['message'] === 'invalid_authorization_specification',
  'max-instead-of-currval': async (t) => {
    const own = (await t.ask('/portfolios')).text;
    const [mine, theirs] = await Promise.all([t.ask('/portfolios'), t.ask('/portfolios', german(t))]);
    return mine.text === theirs.text && own !== (await t.ask('/portfolios', german(t))).text;
  },
  'concatenating-null-is-null': async (t) => {
    const missing = await t.ask(insights, { user: null });
    const malformed = await t.ask(insights, { user: 'x' });
    return missing.status === 400 && missing.text === '' && malformed.bag['status'] === 400;
  },
  'wrapperless-json-is-text': async (t) => typeof (await t.ask(`${guides}/${unknown}`)).bag['error'] === 'string',
  'sqlcode-of-no-data-found-is-100': async (t) => (await t.ask(`${guides}/${unknown}`)).bag['status'] === 100,
  'to-char-leaves-room-for-the-sign': async (t) =>
    /^[\da-f-]{24} [\da-f]{12}$/.test(String((await t.ask('/cash', { user: 'x' })).bag['responseId'])),
  'max-plus-one-is-rolled-back': async (t) => {
    const writes = [await t.update({}), await t.place({})].map((answer) => answer.bag['responseId']);
    return new Set(writes).size === 1;
  },
  'portal-with-parameters': async (t) => (await t.ask(insights, { user: 'x' })).text.includes(await t.token()),
  'schema-cache-answers-for-itself': async (t) => (await t.ask('/no/such/path')).bag['code'] === 'PGRST205',
  'for-json-comes-in-rows-of-2033': async (t) => {
    const { text, json } = await t.ask(settings, german(t));
    return json === undefined && text.length === 2033;
  },
  'star-of-a-join': async (t) => /"isin":"(\w+)","isin":"\1"/.test((await t.ask(insights)).text),
  'package-state-is-discarded': async (t) => {
    const { status } = await t.update({ address });
    return status === 200 && statuses(await repeated(2, () => t.ask('/cash'))) === '500 200';
  },
  'stable-functions-are-cacheable': async (t) =>
    (await t.ask('/cash')).headers.get('cache-control') === 'public, max-age=60',
  'single-row-of-two-is-406': async (t) => {
    const read = (): Promise<Seen> => t.ask('/users/me/address');
    const results: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      await t.update({ address });
      await t.update({ address: { ...address, line1: 'Elsewhere 2' } });
      results.push(String((await read()).status));
    }
    return results.includes('406');
  },
  'recursive-query-never-ends': async (t) => {
    try {
      await t.update({ address: { ...address, city: [] } });
      return false;
    } catch {
      return (await t.update({ address })).status === 200;
    }
  },
};

const readingProbes: Readonly<Record<string, Probe>> = {
  'sum-of-no-rows-is-null': async (t) => days(await t.ask(guides)).some(({ chapterCount }) => chapterCount === null),
  'between-is-closed-at-both-ends': async (t) => {
    const ids = days(await t.ask(guides)).map(({ id }) => id);
    return ids.length === new Set(ids).size + 1;
  },
  'month-in-place-of-minutes': async (t) => {
    const { headers } = await t.ask(guides);
    const month = String(new Date().getUTCMonth() + 1).padStart(2, '0');
    return headers.get('cache-control') === 'private' && (headers.get('expires') ?? '').split(':')[1] === month;
  },
  'role-settings-need-a-login': async (t) => {
    const all = await repeated(8, () => t.ask(guides));
    return all.filter(({ headers }) => headers.get('cache-control') === null).length === 2;
  },
  'distinct-on-keeps-one-vary': async (t) => (await t.ask(guides)).headers.get('vary') === 'Accept-Encoding',
  'distinct-on-translated-title': async (t) =>
    days(await t.ask(guides)).length === 12 && days(await t.ask(guides, german(t))).length === 11,
  'value-too-large-is-null-on-error': async (t) => {
    const all = days(await t.ask(guides));
    const answers = await Promise.all(all.map(({ id }) => t.ask(`${guides}/${String(id)}`)));
    return answers.filter(({ text }) => text === 'null').length === 1;
  },
  'single-object-of-no-rows-is-406': async (t) => (await t.ask(`${guides}/${unknown}`)).status === 406,
  'catch-all-query': async (t) => {
    const [first] = days(await t.ask(guides));
    return (await t.ask(`${guides}/zzz`)).bag['id'] === first?.['id'];
  },
  'view-with-no-data': async (t) => statuses(await repeated(5, () => t.ask('/cash'))) === '200 200 200 200 409',
  'reading-writes-in-a-read-only-transaction': async (t) =>
    statuses(await repeated(6, () => t.ask('/portfolios'))) === '200 200 200 200 200 405',
  'group-by-takes-any-key': async (t) => {
    const keys = days(await t.ask('/daily-summaries')).map((day) => bag(bag(day['portfolio'])['savings'])['key']);
    return keys.filter((key) => key === 'cash').length === 1;
  },
  'nan-in-quotation-marks': async (t) => {
    const { bag: answer } = await t.ask('/daily-summaries', german(t));
    return bag(answer['maxValueDifferences'])['savings'] === 'NaN';
  },
  'nulls-come-first': async (t) =>
    days(await t.ask('/daily-summaries')).some((day) => {
      const [best] = rows(bag(day['performers'])['best']);
      return best !== undefined && !('upBy' in best) && !('downBy' in best);
    }),
  'timestamp-is-a-row-version': async (t) => {
    const last = days(await t.ask('/daily-summaries')).at(-1);
    return String(last?.['timestamp']).length === 5;
  },
  'lpad-truncates': async (t) => {
    const weights = async (user: string): Promise<unknown[]> =>
      days(await t.ask('/daily-summaries', { user })).flatMap((day) =>
        rows(bag(day['performers'])['all']).map(({ weight }) => weight),
      );
    const bare = (all: unknown[]): number => all.filter((weight) => !String(weight).includes('%')).length;
    return bare(await weights(t.target.users.first)) === 0 && bare(await weights(t.target.users.second)) === 1;
  },
  'for-json-leaves-nulls-out': async (t) => {
    const { bag: answer } = await t.ask(settings, german(t));
    return rows(answer['app']).some((group) => rows(group['notifications']).some((entry) => !('active' in entry)));
  },
  'parent-table-shows-its-children': async (t) =>
    idsOf((await t.ask(settings)).bag['email']).includes('app_promotional'),
  'not-in-with-a-null-finds-nothing': async (t) =>
    idsOf((await t.ask(settings, german(t))).bag['email']).length === 0 &&
    idsOf((await t.ask(settings)).bag['email']).length === 3,
  'nolock-skips-a-row': async (t) => {
    const counts = (await repeated(8, () => t.ask(settings))).map((answer) => idsOf(answer.bag['app']).length);
    return counts.join(' ') === '8 8 8 7 8 8 8 7';
  },
  'number-in-the-query-is-a-column-position': async (t) => {
    const { text } = await t.ask('/portfolios');
    const [page, word] = [await t.ask('/portfolios?page=1'), await t.ask('/portfolios?q=x')];
    return page.status === 200 && page.text !== text && word.text === text;
  },
};

const writingProbes: Readonly<Record<string, Probe>> = {
  'lax-path-of-a-scalar-is-null': async (t) => {
    const all = await Promise.all(['x', 5, [address]].map((wrong) => t.update({ address: wrong })));
    return statuses(all) === '200 200 200' && (await t.update({})).status === 422;
  },
  'constraint-is-checked-at-commit': async (t) => {
    const { status } = await t.update({ address: { ...address, countryCode: 'de' } });
    return status === 200 && bag(await t.stored())['countryCode'] === 'GB';
  },
  'update-from-joins-two-rows': async (t) => {
    await t.update({ address });
    await t.update({ address: { ...address, city: 'Ulm' } });
    return bag(await t.stored())['city'] === address.city;
  },
  'parameter-named-like-its-column': async (t) => {
    await t.update({ address });
    return bag(await t.stored(t.target.users.second))['line1'] === address.line1;
  },
  'ddl-in-the-handler-commits': async (t) => {
    const { status } = await t.update({ address: { ...address, countryCode: 'de' } });
    return status === 422 && bag(await t.stored())['countryCode'] === 'de';
  },
  'strict-function-is-not-called': async (t) => statuses([await t.place(null), await t.place([])]) === '200 422',
  'check-constraint-passes-null': async (t) =>
    statuses([await t.place({ ...order, amount: 'abc' }), await t.place({ ...order, amount: 0 })]) === '201 422',
};

export const probes: Readonly<Record<string, Probe>> = {
  ...tokenProbes,
  ...errorProbes,
  ...readingProbes,
  ...writingProbes,
};
