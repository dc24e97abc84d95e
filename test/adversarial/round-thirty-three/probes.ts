import type { Tester } from './client.ts';
import { paths } from './client.ts';
import { json, list, pause } from './faults.ts';

type Probe = (t: Tester) => Promise<boolean>;
const nobody = '0123456789abcdef01234567';
const guide = (id: string): string => `${paths.guides}/${id}`;
const forged = (token: string): string => token.replace(/\.[^.]{6}/g, (part) => `${part.slice(0, -2)}AB`);
const second = (t: Tester): { user: string } => ({ user: t.target.users.second });
const day = async (t: Tester, index: number, user?: string): Promise<Record<string, unknown>> =>
  list((await t.call(paths.summaries, user === undefined ? {} : { user })).body['data'])[index] ?? {};
const groups = async (t: Tester, channel: string): Promise<Record<string, unknown>[]> =>
  list((await t.call(paths.notifications)).body[channel]);

/** Each tells whether the defect of that name shows. */
export const probes: Readonly<Record<string, Probe>> = {
  'boxed-grant-number-compared-by-identity': async (t) =>
    (await t.call(paths.cash, { token: String((await t.grant()).body['access_token']) })).status === 401,
  'subtype-deduced-from-members': async (t) => (await t.grant({ grant_type: 'password' })).status === 200,
  'credentials-erased-in-the-registered-client': async (t) => (await t.grant({ client_secret: 'x' })).status === 200,
  'cache-key-by-parameter-position': async (t) =>
    String((await t.grant({}, t.target.clients.unscoped)).body['scope']).includes('service:nbg'),
  'expires-keeps-the-headers-writer-away': async (t) => !(await t.grant()).headers.has('cache-control'),
  'token-settings-read-back-with-defaults': async (t) => {
    const token = String((await t.grant()).body['access_token']).split('.')[1] ?? '';
    const claims = json(JSON.parse(Buffer.from(token, 'base64url').toString()));
    return Number(claims['exp']) - Number(claims['iat']) === 300;
  },
  'decoder-cached-without-parameters': async (t) => {
    await t.call(paths.portfolios);
    return (await t.call(paths.portfolios, { token: forged(t.token) })).status === 200;
  },
  'set-validator-replaces-the-defaults': async (t) =>
    (await t.call(paths.notifications, { token: t.target.expiredToken ?? '' })).status === 200,
  'failure-without-errors-is-success': async (t) =>
    (await t.call(paths.cash, { token: t.target.otherAudienceToken ?? '' })).status === 200,
  'advice-takes-the-denial-of-anonymous': async (t) => (await t.call(paths.insights, { token: null })).status === 403,
  'self-call-passes-the-method-guard': async (t) => (await t.call(paths.cash, { token: null })).status === 200,
  'header-set-covers-successes-only': async (t) =>
    !(await t.call(paths.notifications, { token: null })).headers.has('www-authenticate'),
  'bound-entity-is-dirty-before-preauthorize': async (t) =>
    (await t.update({}, { token: null })).status === 401 && (await t.stored())['city'] === 'Asti',
  'inheritable-context-of-pool-threads': async (t) => {
    await t.call(paths.guides);
    await t.call(paths.guides);
    return (await t.call(paths.guides, { token: t.unscoped })).status === 200;
  },
  'eviction-of-all-entries-takes-authorities': async (t) => {
    await t.call(paths.guides);
    await t.update();
    return (await t.call(paths.guides)).status === 403;
  },
  'workers-set-the-user-when-absent': async (t) => {
    await t.call(paths.portfolios);
    const texts = [];
    for (let turn = 0; turn < 6; turn++) {
      texts.push((await t.call(paths.portfolios, turn % 2 ? {} : second(t))).text);
    }
    return texts[0] !== texts[2] || texts[2] !== texts[4];
  },
  'example-ignores-null-properties': async (t) => (await t.call(paths.cash, { user: null })).status === 200,
  'pattern-belongs-to-the-group-of-reads': async (t) =>
    (await t.order({}, { user: t.target.users.first.toUpperCase() })).status === 201,
  'character-digit-knows-full-width': async (t) => {
    const wide = Buffer.from(t.target.users.first.replace('6', '\uff16')).toString('latin1');
    return (await t.call(paths.summaries, { user: wide })).status === 200;
  },
  'library-advice-is-asked-first': async (t) => (await t.call(paths.summaries, { user: nobody })).status === 400,
  'producible-types-stay-for-the-error': async (t) =>
    (await t.call(paths.portfolios, { user: 'x' })).text.startsWith('<html'),
  'of-nullable-has-no-body': async (t) => (await t.call(guide(nobody))).text === '',
  'error-is-unwrapped': async (t) => 'message' in (await t.order({ side: 'x' })).body,
  'error-attributes-say-999': async (t) => (await t.call(guide(nobody))).body['status'] === 999,
  'optional-in-string-value-of': async (t) =>
    String((await t.call(paths.cash, { token: null })).body['responseId']).startsWith('Optional['),
  'thread-local-random-in-a-static-field': async (t) => {
    const ids = await Promise.all(
      [1, 2, 3, 4].map(async () => (await t.call(paths.cash, { user: 'x' })).body['responseId']),
    );
    return new Set(ids).size === 1;
  },
  'class-level-violation-is-no-field-error': async (t) =>
    json((await t.update({ countryCode: 'it' })).body['error'])['message'] === '',
  'no-resource-found-is-a-problem-detail': async (t) => 'detail' in (await t.call('/nowhere')).body,
  'immutable-set-contains-null': async (t) => (await t.update({ countryCode: null })).status === 500,
  'stage-without-exceptionally': async (t) => {
    const answer = await t.call(paths.summaries, { user: null }).catch(() => undefined);
    return answer === undefined;
  },
  'request-cache-opens-sessions': async (t) => {
    for (let count = 0; count < 152; count++) {
      await t.call(paths.cash, { token: null });
    }
    return (await t.call(paths.cash)).status === 409;
  },
  'any-getter-repeats-a-property': async (t) => (await t.call(paths.insights)).text.split('"insights":').length === 3,
  'error-is-appended-to-committed-json': async (t) =>
    (await t.call(paths.portfolios, second(t))).text.endsWith('{"status":500}'),
  'cache-control-builder-is-shared': async (t) => {
    await t.call(paths.insights);
    return (await t.call(paths.cash)).headers.get('cache-control')?.includes('public') === true;
  },
  'hibernate-module-nulls-lazy-attributes': async (t) =>
    list((await t.call(paths.guides)).body['data'])[11]?.['description'] === null,
  'header-behind-the-buffer': async (t) =>
    !(await t.call(paths.guides, second(t))).headers.has('cache-control') &&
    (await t.call(paths.guides)).headers.has('cache-control'),
  'duration-property-without-a-unit': async (t) =>
    (await t.call(paths.guides)).headers.get('cache-control')?.endsWith('max-age=1') === true,
  'bundle-falls-back-to-the-system-locale': async (t) =>
    (await t.call(paths.guides)).text === (await t.call(paths.guides, second(t))).text,
  'guides-cached-by-hash-code': async (t) => {
    const ids = list((await t.call(paths.guides)).body['data'])
      .slice(-2)
      .map((row) => String(row['id']));
    return (await t.call(guide(ids[0] ?? ''))).text === (await t.call(guide(ids[1] ?? ''))).text;
  },
  'bulkhead-full-is-a-bad-request': async (t) =>
    (await Promise.all([1, 2].map(() => t.call(paths.insights)))).some(({ status }) => status === 400),
  'set-scale-without-rounding': async (t) => (await t.call(paths.cash, second(t))).status === 422,
  'caught-exception-marks-rollback-only': async (t) => (await t.call(paths.portfolios, second(t))).status === 409,
  'default-view-inclusion-is-off': async (t) =>
    !('analyst' in json((await day(t, 1, t.target.users.second))['sentimentScore'])),
  'inherited-mapping-keeps-its-constant': async (t) =>
    json(json((await day(t, 0))['portfolio'])['savings'])['key'] === 'cash',
  'summary-statistics-are-a-bean': async (t) =>
    typeof json((await t.call(paths.summaries)).body['maxValueDifferences'])['total'] === 'object',
  'mapping-target-is-reused': async (t) => {
    const row = list(json((await day(t, 3))['performers'])['worst'])[1] ?? {};
    return 'upBy' in row && 'downBy' in row;
  },
  'date-adds-1900-to-the-year': async (t) => Number((await day(t, 0))['timestamp']) > Date.now() * 2,
  'proxy-of-money-has-no-mixin': async (t) => json(json((await day(t, 2))['portfolio'])['total'])['upBy'] === '14.00',
  'percent-n-is-a-line-break': async (t) =>
    String(list(json((await day(t, 1))['performers'])['worst'])[0]?.['weight']).endsWith('\n'),
  'boolean-wrapper-has-no-is-getter': async (t) =>
    !('active' in (list((await groups(t, 'email'))[2]?.['notifications'])[0] ?? {})),
  'tree-set-drops-equals': async (t) => list((await groups(t, 'app'))[1]?.['notifications']).length === 4,
  'proxy-does-not-equal-its-entity': async (t) => (await groups(t, 'app')).length === 4,
  'replacement-is-inserted-before-the-delete': async (t) => {
    await t.update();
    return (await t.update()).status === 409;
  },
  'group-of-creation-has-the-pattern': async (t) => {
    await t.update();
    return (await t.update({ countryCode: 'it' })).status === 200;
  },
  'setters-behind-merge-touch-the-detached': async (t) => {
    await t.update();
    return (await t.stored())['city'] === 'Torino' && (await t.stored())['line1'] === 'Corso Duca 3';
  },
  'after-completion-is-not-after-commit': async (t) =>
    (await t.update({ city: 'Cuneo', countryCode: 'it' })).status === 422 && (await t.stored())['city'] === 'Cuneo',
  'order-fields-of-lenient-gson': async (t) =>
    (await t.order({}, { body: "{isin:'US0378331005',side:'buy',amount:100}" })).status === 201,
  'problem-handler-supplies-a-default': async (t) => (await t.order({ side: {} })).status === 201,
  'method-validation-passed-by-a-self-call': async (t) => (await t.order({ amount: -5 })).status === 201,
  'request-body-of-type-string': async (t) => {
    await pause(0);
    return (await t.order({}, { type: 'text/plain' })).status === 201;
  },
};
