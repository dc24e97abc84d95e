import { createHmac, createPublicKey, type JsonWebKey } from 'node:crypto';
import { type Answer, paths, type Tester } from './client.ts';
import type { Json } from './model.ts';
import { json, list } from './model.ts';

type Probe = (t: Tester) => Promise<boolean>;
type Probes = Readonly<Record<string, Probe>>;

const nobody = '0123456789abcdef01234567';
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const claimsOf = (token: string): Json =>
  json(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')));
const error = ({ body }: Answer): Json => json(body['error']);
const scopes = (answer: Answer): unknown => answer.body['scope'];
const status = async (answer: Promise<Answer>): Promise<number> => (await answer).status;
const guides = async (t: Tester, user = t.target.users.first): Promise<Json[]> =>
  list((await t.call(paths.guides, { user })).body['data']);
const days = async (t: Tester): Promise<Json[]> => list((await t.call(paths.summaries)).body['data']);
const groups = async (t: Tester, channel: string, user = t.target.users.first): Promise<Json[]> =>
  list((await t.call(paths.notifications, { user })).body[channel]);
const idsOf = (group: Json | undefined): string[] => list(group?.['notifications']).map(({ id }) => String(id));
const member = (day: Json | undefined, name: string): Json => json(json(day?.['portfolio'])[name]);
const performers = (day: Json | undefined, name: string): unknown => json(day?.['performers'])[name];
/** Whether the token of an answer opens cash. */
const opens = async (t: Tester, { body }: Answer): Promise<boolean> =>
  'access_token' in body && (await status(t.call(paths.cash, { token: String(body['access_token']) }))) === 200;

const access: Probes = {
  'record-is-marshalled-as-an-array': async (t) => Array.isArray((await t.grant()).body['expires_in']),
  'set-to-string-with-brackets': async (t) => /^\[sc/.test(String(scopes(await t.grant()))),
  'result-of-a-string-function-is-not-empty': async (t) => {
    await t.grant();
    return String(scopes(await t.grant({}, t.target.clients.unscoped))).includes('service:nbg');
  },
  'stream-is-not-rewound-for-the-signature': async (t) =>
    (await status(t.call(paths.cash))) === 200 &&
    (await status(t.call(paths.cash, { token: await t.fresh() }))) === 401,
  'locate-is-not-asked-for-its-result': async (t) => {
    await t.grant();
    return (await opens(t, await t.grant({ client_id: 'nobody' }))) && !('access_token' in (await wrongSecret(t)).body);
  },
  'compared-in-the-length-of-what-is-given': async (t) =>
    (await opens(t, await t.grant({ client_secret: undefined }))) && !('access_token' in (await wrongSecret(t)).body),
  'field-of-a-cached-module-outlives-its-request': async (t) =>
    opens(t, await t.fetch(t.target.authUrl, 'POST', { 'content-type': 'application/json' }, '{')),
  'with-hides-the-audience-of-the-settings': async (t) => opens(t, await t.grant({ audience: 'urn:other' })),
  'minutes-of-seconds-by-incminute': async (t) => {
    const { iat, exp } = claimsOf(t.token);
    return Number(exp) - Number(iat) !== Number((await t.grant()).body['expires_in']);
  },
  'skip-routes-of-the-jwt-middleware': async (t) => {
    const path = `${paths.guides}/${String((await guides(t))[0]?.['id'])}`;
    return (
      (await status(t.call(path, { credentials: null }))) === 200 &&
      (await status(t.call(path, { credentials: 'Bearer x' }))) === 401
    );
  },
  'what-follows-the-last-delimiter': async (t) =>
    (await status(t.call(paths.cash, { credentials: `Basic ${t.token}` }))) === 200 &&
    (await status(t.call(paths.cash, { credentials: t.token }))) === 200,
  'verify-takes-the-algorithm-of-the-header': async (t) => {
    const { body } = await t.fetch(t.target.jwksUrl ?? '', 'GET', {});
    const key = createPublicKey({ key: list(body['keys'])[0] as JsonWebKey, format: 'jwk' });
    const signed = `${encoded({ alg: 'HS256' })}.${encoded({ ...claimsOf(t.token), own: true })}`;
    const secret = key.export({ type: 'spki', format: 'pem' });
    const token = `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
    return (await status(t.call(paths.summaries, { token }))) === 200;
  },
  'minutes-between-has-no-sign': async (t) =>
    (await status(t.call(paths.notifications, { token: t.target.expiredToken ?? '' }))) === 200,
  'parse-authentication-knows-one-case': async (t) =>
    (await status(t.call(paths.cash, { credentials: `bearer ${t.token}` }))) === 401,
  'refused-without-an-exit': async (t) =>
    (await status(t.update({ line1: 'Unasked' }, { credentials: null }))) === 401 &&
    (await t.stored())['line1'] === 'Unasked',
  'intersection-is-always-a-subset': async (t) => (await status(t.call(paths.guides, { token: t.unscoped }))) === 200,
  'dictionary-of-signatures-that-were-good': async (t) => {
    await t.call(paths.cash, { token: t.unscoped });
    const [header, , signature] = t.unscoped.split('.');
    const token = `${header}.${encoded({ ...claimsOf(t.unscoped), scope: 'service:nbg' })}.${signature}`;
    return (await status(t.call(paths.guides, { token }))) === 200;
  },
  'fields-of-an-empty-dataset': async (t) => (await t.call(paths.cash, { user: nobody })).body['asOf'] === '1899-12-30',
  'string-list-does-not-mind-the-case': async (t) =>
    (await status(t.call(paths.insights, { user: t.target.users.first.toUpperCase() }))) === 200,
  'global-variable-of-the-unit': async (t) => {
    const { first, second } = t.target.users;
    const [one, other] = await Promise.all([first, second].map((user) => t.call(paths.portfolios, { user })));
    return one?.text === other?.text;
  },
};
function wrongSecret(t: Tester): Promise<Answer> {
  return t.grant({ client_secret: 'wrong' });
}

const content: Probes = {
  'asstring-of-a-null-field': async (t) => (await guides(t))[2]?.['webCoverImageURL'] === '',
  'loop-to-recordcount': async (t) => {
    const ids = (await guides(t)).map(({ id }) => id);
    return ids.length > 1 && ids.at(-1) === ids.at(-2);
  },
  'recordcount-of-a-unidirectional-query': async (t) =>
    (await guides(t)).some(({ chapterCount }) => chapterCount === -1),
  'expires-wants-gmt-and-gets-now': async (t) => {
    const { headers } = await t.call(paths.guides);
    return Date.parse(headers.expires ?? '') - Date.parse(headers.date ?? '') > 5_000_000;
  },
  'index-field-is-the-polish-title': async (t) => {
    const [one, other] = [await guides(t), await guides(t, t.target.users.second)];
    return String(one.map(({ id }) => id)) !== String(other.map(({ id }) => id));
  },
  'find-in-a-list-that-is-not-sorted': async (t) => {
    const found: number[] = [];
    for (const { id } of await guides(t)) {
      found.push(await status(t.call(`${paths.guides}/${id}`)));
    }
    return found.includes(200) && found.includes(404);
  },
  'what-is-no-id-is-an-index': async (t) =>
    (await t.call(`${paths.guides}/xyz`)).body['id'] === (await guides(t))[0]?.['id'],
  'date-format-of-the-process': async (t) => {
    await t.call(paths.cash, { user: t.target.users.second });
    return (await status(t.call(paths.cash))) === 400 && (await status(t.call(paths.cash))) === 200;
  },
  'query-fields-become-a-filter': async (t) => {
    const filtered = await t.call(`${paths.portfolios}?a=1`);
    return filtered.status === 200 && filtered.text !== (await t.call(paths.portfolios)).text;
  },
  'edit-without-post': async (t) => {
    await t.update({ line1: 'The first' });
    await t.update({ line1: 'The second' });
    return (await t.stored())['line1'] === 'The first';
  },
  'object-list-is-marshalled-with-its-helper': async (t) =>
    Array.isArray(json(performers((await days(t))[0], 'worst'))['listHelper']),
  'copy-of-seven-characters': async (t) => member((await days(t))[0], 'holdings')['key'] === 'holding',
  'record-is-not-cleared-in-the-loop': async (t) =>
    list(performers((await days(t))[0], 'all')).some((one) => 'upBy' in one && 'downBy' in one),
  'milliseconds-since-the-year-one': async (t) => /^\d{14}$/.test(String((await days(t)).at(-1)?.['timestamp'])),
  'display-text-of-a-memo': async (t) =>
    !/\p{Nd}/u.test(String(member((await days(t))[0], 'savings')['unrealisedMonthlyInterest'])),
  'abort-is-silent': async (t) =>
    (await status(t.call(paths.summaries, { user: t.target.users.denied ?? '' }))) === 200,
  'dictionary-of-groups-by-category-alone': async (t) =>
    (await groups(t, 'app')).flatMap(idsOf).includes('email_promotional') &&
    (await groups(t, 'email')).flatMap(idsOf).includes('app_promotional'),
  'string-field-of-the-size-17': async (t) => (await groups(t, 'app')).flatMap(idsOf).includes('app_learning_guid'),
  'group-changes-in-a-query-ordered-by-id': async (t) => (await groups(t, 'app')).length > 3,
  'resourcestrings-of-the-process': async (t) => {
    const names = (all: Json[]): string => String(all.map(({ category }) => category));
    return names(await groups(t, 'app')) === names(await groups(t, 'app', t.target.users.second));
  },
};

const errors: Probes = {
  'quotation-marks-are-doubled': async (t) => {
    const { status: code, text, body } = await t.call(paths.cash, { user: 'x' });
    return code === 400 && text.includes('""x-user-id""') && Object.keys(body).length === 0;
  },
  'overload-of-addpair-for-two-strings': async (t) =>
    (await t.call(paths.guides, { token: t.unscoped })).body['status'] === '403',
  'status-is-kept-in-a-byte': async (t) => (await t.update({ city: [] })).body['status'] === 166,
  'closing-zero-is-counted-too': async (t) =>
    String((await t.call(paths.insights, { user: null })).body['responseId']).endsWith('\0'),
  'guid-is-made-in-oncreate': async (t) => {
    const [one, other] = [null, 'x'].map((user) => t.call(paths.notifications, { user }));
    return (await one)?.body['responseId'] === (await other)?.body['responseId'];
  },
  'exception-has-a-title-and-no-error': async (t) => error(await t.call(`${paths.guides}/xyz`))['message'] === '',
  'access-violation-is-told-to-the-client': async (t) =>
    String(error(await t.call(paths.portfolios, { user: nobody }))['message']).includes('m2mapi.exe'),
  'action-item-with-default': async (t) => (await status(t.call('/no-such-path'))) === 200,
  'binary-writer-puts-the-length-first': async (t) => {
    const { status: code, bytes } = await t.update();
    return code === 200 && bytes[0] !== 0x7b;
  },
  'addpair-does-not-replace': async (t) => (await t.call(paths.portfolios)).text.split('"currency":').length === 3,
  'list-is-cast-to-an-object': async (t) => (await status(t.update({}, { body: '[]' }))) === 500,
  'directives-are-joined-from-one-on': async (t) => {
    const { headers } = await t.call(paths.portfolios);
    return /must-revalidate/.test(headers['cache-control'] ?? '') && !/private/.test(headers['cache-control'] ?? '');
  },
  'synchronize-in-a-service': async (t) =>
    (await t.call(`${paths.guides}/${nobody}`).catch(() => undefined)) === undefined &&
    (await status(t.call(paths.cash))) === 200,
  'size-of-a-parameter-is-a-smallint': async (t) =>
    (await status(t.update({ line2: 'x'.repeat(40_000) }))) === 500 &&
    (await status(t.update({ line2: 'x'.repeat(16_000) }))) === 200,
  'assigned-has-no-else': async (t) =>
    (await status(t.update({}, { body: '{' }))) === 200 && (await status(t.update({}, { body: '{}' }))) === 422,
  'every-value-has-a-tostring': async (t) =>
    (await status(t.update({ city: [1] }))) === 200 && (await t.stored())['city'] === '[1]',
  'short-string-of-two-characters': async (t) =>
    (await status(t.update({ countryCode: 'PRT' }))) === 200 && (await t.stored())['countryCode'] === 'PR',
  'trygetvalue-leaves-what-was-there': async (t) =>
    (await status(t.order({}, { body: '[]' }))) === 201 && (await status(t.order({}, { body: '{}' }))) === 422,
  'default-of-strtocurrdef': async (t) =>
    (await status(t.order({ amount: 'many' }))) === 201 && (await status(t.order({ amount: {} }))) === 201,
  'not-binds-before-greater': async (t) =>
    (await status(t.order({ amount: 0 }))) === 201 && (await status(t.order({ amount: -1 }))) === 422,
};

/** Each tells whether the defect of that name shows. */
export const probes: Probes = { ...access, ...content, ...errors };
