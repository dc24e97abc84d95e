import { isUtf8 } from 'node:buffer';
import { type Answer, paths, type Tester } from './client.ts';
import type { Json } from './model.ts';
import { json, list } from './model.ts';
import { inTurn } from './serves.ts';

/** Whether the defect of that name shows. */
type Probe = (t: Tester) => Promise<boolean>;
type Probes = Readonly<Record<string, Probe>>;

const nobody = '9f'.repeat(12);
const status = async (answer: Promise<Answer>): Promise<number> => (await answer).status;
const error = ({ body }: Answer): Json => json(body['error']);
const issued = ({ body }: Answer): boolean => 'access_token' in body;
/** Whether an answer has a token with which cash is told. */
const opens = async (t: Tester, answer: Answer): Promise<boolean> =>
  issued(answer) && (await status(t.call(paths.cash, { token: String(answer.body['access_token']) }))) === 200;
const header = async (answer: Promise<Answer>, name: string): Promise<string> =>
  String((await answer).headers[name] ?? '');

const guides = async (t: Tester, user = t.target.users.first): Promise<Json[]> =>
  list((await t.call(paths.guides, { user })).body['data']);
const ids = (all: readonly Json[]): string => all.map(({ id }) => id).join();
const titles = (all: readonly Json[]): string => all.map(({ title }) => title).join();
const days = async (t: Tester): Promise<Json[]> => list((await t.call(paths.summaries)).body['data']);
const lastDay = async (t: Tester): Promise<Json> => json((await days(t)).at(-1));
const performers = async (t: Tester, name: string): Promise<Json[]> =>
  list(json((await lastDay(t))['performers'])[name]);
const groups = async (t: Tester, channel: string, user = t.target.users.first): Promise<Json[]> =>
  list((await t.call(paths.notifications, { user })).body[channel]);
const idsOf = (group: Json | undefined): string[] => list(group?.['notifications']).map(({ id }) => String(id));

const token: Probes = {
  'unevaluated-lifetime': async (t) => (await t.grant()).body['expires_in'] === '60*60',
  'bearer-is-a-variable': async (t) => /^_\d+$/.test(String((await t.grant()).body['token_type'])),
  'once-takes-the-eldest-token': async (t) =>
    (await status(t.call(paths.cash))) === 200 &&
    (await status(t.call(paths.cash, { token: await t.fresh() }))) === 401,
  'negation-holds-for-nobody': async (t) =>
    issued(await t.grant({ client_id: 'nobody' })) && !issued(await t.grant({ client_secret: 'wrong' })),
  'string-is-none-of-the-atoms': async (t) =>
    issued(await t.grant({ grant_type: 'password' })) && !issued(await t.grant({ grant_type: undefined })),
  'absent-secret-unifies': async (t) =>
    (await opens(t, await t.grant({ client_secret: undefined }))) && !issued(await t.grant({ client_secret: 'wrong' })),
  'memberchk-extends-an-open-list': async (t) => opens(t, await t.rawGrant('{')),
  'next-clause-has-no-audience': async (t) => opens(t, await t.grant({ audience: 'https://other.example/' })),
  'option-that-nobody-reads': async (t) => (await header(t.grant(), 'cache-control')) === '',
};

const gate: Probes = {
  'string-skips-what-precedes-a-token': async (t) =>
    (await status(t.call(paths.portfolios, { credentials: `Basic ${t.token}` }))) === 200 &&
    (await status(t.call(paths.cash, { credentials: `Basic ${t.token}` }))) === 401,
  'signature-is-no-part-of-the-variant': async (t) => {
    await t.call(paths.cash);
    const forged = t.token.replace(/[^.]{20}$/, 'A'.repeat(20));
    return (await status(t.call(paths.cash, { token: forged }))) === 200;
  },
  'standard-order-of-terms': async (t) =>
    (await status(t.call(paths.insights, { token: t.target.expiredToken ?? '' }))) === 200 &&
    (await status(t.call(paths.cash, { token: t.target.expiredToken ?? '' }))) === 401,
  'select-dict-binds-the-audience': async (t) =>
    (await status(t.call(paths.cash, { token: t.target.otherAudienceToken ?? '' }))) === 200,
  'only-authorise-writes-the-challenge': async (t) =>
    (await header(t.call(paths.cash, { credentials: 'Bearer x' }), 'www-authenticate')) === '' &&
    (await header(t.call(paths.cash, { credentials: null }), 'www-authenticate')) !== '',
  'assertz-outlives-a-failure': async (t) =>
    (await status(t.update({ line1: 'Unproven' }, { credentials: null }))) === 401 &&
    (await t.stored())['line1'] === 'Unproven',
  'second-half-of-the-scope-is-a-variable': async (t) =>
    (await status(t.call(paths.guides, { token: t.unscoped }))) === 200,
  'unbound-user-is-the-first-fact': async (t) =>
    (await status(t.call(paths.cash, { user: null }))) === 200 &&
    (await status(t.call(paths.portfolios, { user: null }))) === 400,
  'sub-atom-finds-an-id-within': async (t) => {
    const user = `${t.target.users.first}0`;
    return (
      (await status(t.call(paths.notifications, { user }))) === 200 &&
      (await status(t.call(paths.cash, { user }))) === 400
    );
  },
  'existence-error-is-not-found': async (t) => (await status(t.call(paths.summaries, { user: nobody }))) === 404,
  'current-user-is-not-thread-local': async (t) => {
    const { first, second } = t.target.users;
    const alone = await t.call(paths.portfolios, { user: first });
    const both = await Promise.all([first, second, first, second].map((user) => t.call(paths.portfolios, { user })));
    return both.some(({ text }, at) => (text === alone.text) !== (at % 2 === 0));
  },
};

const learn: Probes = {
  'double-quotes-are-codes': async (t) => Array.isArray((await guides(t)).at(-1)?.['description']),
  'member-leaves-a-choice-point': async (t) => {
    const all = await guides(t);
    return all[2]?.['id'] === all[3]?.['id'];
  },
  'column-d-groups-digits': async (t) => /max-age=1,800/.test(await header(t.call(paths.guides), 'cache-control')),
  'tilde-q-quotes-the-lifetime': async (t) =>
    /max-age="1800"/.test(await header(t.call(paths.guides), 'cache-control')),
  'header-is-printed-ahead-of-the-check': async (t) =>
    (await header(t.call(paths.guides, { token: t.unscoped }), 'cache-control')) === 'max-age=1800',
  'vary-by-the-name-of-the-term': async (t) => !/x-user-id|\*/.test(await header(t.call(paths.guides), 'vary')),
  'messages-in-the-order-of-arrival': async (t) => {
    const [one, two, three, four] = await inTurn([1, 2, 3, 4], async () => ids(await guides(t)));
    return one !== two && two !== three && one === four;
  },
  'language-is-no-argument-of-the-table': async (t) =>
    titles(await guides(t)) === titles(await guides(t, t.target.users.second)),
  'id-is-read-as-a-term': async (t) => {
    const all = (await guides(t)).map(({ id }) => String(id));
    const found = await inTurn(all, async (id) => (await status(t.call(`${paths.guides}/${id}`))) === 200);
    return all.every((id, at) => found[at] === /^\D/.test(id)) && found.includes(true) && found.includes(false);
  },
  'findall-does-not-fail': async (t) => (await status(t.call(`${paths.guides}/${nobody}`))) === 200,
};

const content: Probes = {
  'directive-wants-an-integer': async (t) => (await status(t.call(paths.portfolios))) === 400,
  'query-has-to-unify-with-the-days': async (t) =>
    list((await t.call(`${paths.summaries}?a=1`)).body['data']).length === 0 && (await days(t)).length > 0,
  'rational-numbers-are-preferred': async (t) =>
    /^\d+r2$/.test(String(json(json((await lastDay(t))['sentimentScore'])['priceMomentum'])['score'])),
  'aggregate-with-a-witness': async (t) =>
    /^max/.test(String(json((await t.call(paths.summaries)).body['maxValueDifferences'])['holdings'])),
  'time-stamps-are-floats': async (t) => !Number.isInteger((await lastDay(t))['timestamp']),
  'percent-begins-a-comment': async (t) =>
    (await performers(t, 'all')).every(({ weight }) => /^[\d.,]+$/.test(String(weight))),
  'three-are-the-worst-where-two-lose': async (t) => (await performers(t, 'worst')).some((one) => 'upBy' in one),
  'setof-leaves-the-channel-free': async (t) =>
    (await groups(t, 'email')).length === 0 && (await groups(t, 'app')).length > 0,
  'bagof-groups-by-the-flag-too': async (t) => (await groups(t, 'app')).length > 3,
  'gensym-names-a-setting': async (t) => {
    const [one, other] = await inTurn([1, 2], async () => (await groups(t, 'app')).flatMap(idsOf).join());
    return one !== other;
  },
};

const errors: Probes = {
  'default-page-for-not-found': async (t) => {
    const { headers, text } = await t.call(`${paths.guides}/${nobody}`);
    return /^text\/html/.test(headers['content-type'] ?? '') && text.startsWith('<!DOCTYPE html>');
  },
  'no-description-is-the-empty-list': async (t) =>
    Array.isArray(error(await t.call(paths.cash, { credentials: null }))['description']),
  'first-clause-for-the-body': async (t) => (await t.call(paths.guides, { token: t.unscoped })).body['status'] === 401,
  'uuid-in-the-format-integer': async (t) =>
    /^\d+$/.test(String((await t.call(paths.cash, { user: 'x' })).body['responseId'])),
  'goal-expansion-runs-the-goal': async (t) => {
    const [one, other] = await inTurn(['x', 'y'], (user) => t.call(paths.insights, { user }));
    return one?.body['responseId'] === other?.body['responseId'];
  },
  'messages-go-to-user-error': async (t) => error(await t.update({ city: [] }))['message'] === '',
  'prolog-stack-is-loaded': async (t) =>
    String(error(await t.call(paths.portfolios, { user: nobody }))['description']).includes('.pl:'),
  'repeat-has-no-end': async (t) =>
    (await t.call(paths.cash, { user: nobody }).catch(() => undefined)) === undefined &&
    (await status(t.call(paths.cash))) === 200,
};

const http: Probes = {
  'stream-is-iso-latin-1': async (t) => {
    const { status: code, bytes } = await t.call(paths.notifications);
    return code === 200 && !isUtf8(bytes);
  },
  'integers-are-unbounded': async (t) => /:\s*\d{25}\D/.test((await t.call(paths.cash)).text),
  'text-is-evaluated': async (t) =>
    (await status(t.order({ amount: 'many' }))) === 500 && (await status(t.order({ amount: -1 }))) === 422,
  'list-of-codes-exceeds-the-stack': async (t) =>
    (await status(t.update({ line2: 'x'.repeat(40_000) }))) === 500 &&
    (await status(t.update({ line2: 'x'.repeat(15_000) }))) === 200,
  'lifetime-for-the-proxy-stays': async (t) => /s-maxage/.test(await header(t.call(paths.summaries), 'cache-control')),
};

const writes: Probes = {
  'first-solution-is-the-former-address': async (t) => {
    await t.update({ line1: 'The former' });
    await t.update({ line1: 'The latter' });
    return (await t.stored())['line1'] !== 'The latter';
  },
  'retractall-with-two-anonymous-variables': async (t) => {
    const before = await t.stored(t.target.users.second);
    await t.update();
    return 'line1' in before && !('line1' in (await t.stored(t.target.users.second)));
  },
  'retract-ahead-of-must-be': async (t) => {
    const before = await t.stored();
    return (await status(t.update({ city: [] }))) === 422 && 'line1' in before && !('line1' in (await t.stored()));
  },
  'forall-over-nothing-is-true': async (t) =>
    (await status(t.update({}, { body: '{}' }))) === 200 && (await status(t.update({}, { body: '{' }))) === 400,
  'alpha-takes-more-than-capitals': async (t) =>
    (await status(t.update({ countryCode: 'i_' }))) === 200 && (await status(t.update({ countryCode: 'ISL' }))) === 422,
  'nb-getval-has-the-order-before': async (t) => {
    const before = await status(t.order({}, { body: '{' }));
    await t.order();
    return before === 400 && (await status(t.order({}, { body: '{' }))) === 201;
  },
  'zero-is-not-identical-to-zero': async (t) =>
    (await status(t.order({ amount: 0 }))) === 201 && (await status(t.order({ amount: -0.5 }))) === 422,
};

export const probes: Probes = { ...token, ...gate, ...learn, ...content, ...errors, ...http, ...writes };
