import type { Answer, Site } from './site.ts';
import type { Loose } from './toggle-kinds.ts';

/** Tells whether a target shows a defect. */
export type Probe = (site: Site) => Promise<boolean>;

const GUIDES = '/learn/learning-guides';
const INSIGHTS = '/learn/analyst-insights';
const DAYS = '/daily-summaries';
const SETTINGS = '/b2b/notification-settings';
const STRANGER = 'fffffffffffffffffffffff0';

const broken = (answer: Answer): boolean => answer.json === undefined;
const claims = (token: string): Loose => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const guides = async (site: Site): Promise<Loose[]> => (await site.ask(GUIDES)).json.data;
const days = async (site: Site): Promise<Loose[]> => (await site.ask(DAYS)).json.data;
const stranger = (site: Site) => site.ask(DAYS, { headers: { 'x-user-id': STRANGER } });
const without = (site: Site, path: string) => site.ask(path, { headers: { Authorization: undefined } });
const ofListing = (name: string, pattern: RegExp): Probe => {
  return async (site) => pattern.test(String((await site.ask(GUIDES)).headers[name]));
};
const known = (channel: Loose[]): string[] =>
  channel.flatMap((group) => group.notifications.map((one: Loose) => one.id));

export const probes: Readonly<Record<string, Probe>> = {
  'lifetime-loses-its-thousands': async (site) => {
    const { json } = await site.grant();
    return Math.abs(claims(json.access_token).exp - Date.now() / 1000 - json.expires_in) > 60;
  },
  'renewed-token-outgrows-its-field': async (site) => {
    await site.grant();
    const Authorization = `Bearer ${(await site.grant()).json.access_token}`;
    return (await site.ask('/cash', { headers: { Authorization } })).status === 401;
  },
  'scope-words-of-ten-characters': async (site) => !(await site.grant()).json.scope.split(' ').includes('service:nbg'),
  'second-map-is-sent-dataonly': async (site) => {
    const first = await site.grant();
    return Boolean(first.headers['cache-control']) && !(await site.grant()).headers['cache-control'];
  },
  'low-values-find-the-first-client': async (site) =>
    Boolean((await site.grant({ client_id: undefined })).json.access_token),
  'scope-subscript-begins-at-zero': async (site) => (await site.unscoped()).json.scope.includes('service:nbg'),
  'lilian-seconds': async (site) => claims((await site.grant()).json.access_token).exp > 1e10,
  'claims-in-ebcdic': async (site) => {
    const [, payload = ''] = (await site.grant()).json.access_token.split('.');
    return !Buffer.from(payload, 'base64url').toString().startsWith('{');
  },
  'last-step-sets-the-return-code': async (site) => (await site.grant({ grant_type: 'password' })).status === 200,
  'claims-at-fixed-columns': async (site) => {
    const Authorization = `Bearer ${site.target.expiredToken}`;
    return (await site.ask('/cash', { headers: { Authorization } })).status === 200;
  },
  'terminal-with-preset-sign-on': async (site) => {
    const answers = [];
    for (let at = 0; at < 4; at += 1) answers.push((await without(site, '/cash')).status);
    return answers.includes(200);
  },
  'scheme-overflows-its-field': async (site) =>
    (await site.ask('/cash', { headers: { Authorization: 'Negotiate YII=' } })).status === 500,
  'zone-nibbles-are-dropped': async (site) => {
    const user = site.target.users.first.replace(/7$/, 'g');
    return (await site.ask(SETTINGS, { headers: { 'x-user-id': user } })).status === 200;
  },
  'end-of-file-is-not-not-found': async (site) => (await stranger(site)).status === 404,
  'message-ends-at-column-79': async (site) => !/not found/.test((await stranger(site)).json.error.message),
  'screen-kept-by-terminal': async (site) => {
    const texts = new Set<string>();
    for (let at = 0; at < 8; at += 1) {
      const answer = at % 2 === 0 ? await site.ask('/portfolios') : await site.second('/portfolios');
      if (at % 2 === 0) texts.add(answer.text);
    }
    return texts.size > 1;
  },
  'unpacked-without-translation': async (site) =>
    !/^[0-9a-f-]{36}$/.test((await without(site, '/portfolios')).json.responseId),
  'status-in-the-other-byte-order': async (site) => {
    const { status, json } = await site.patch({});
    return json.status !== status;
  },
  'traceback-of-language-environment': async (site) => /\.cbl/.test((await site.patch('{')).text),
  'abend-message-in-ebcdic': async (site) => broken(await site.ask(`${GUIDES}/${STRANGER}`)),
  'carriage-control-before-errors': async (site) => broken(await without(site, '/cash')),
  'brackets-of-code-page-037': async (site) => broken(await site.second('/portfolios')),
  'unconvertible-letters-become-sub': async (site) => broken(await site.ask(INSIGHTS)),
  'shift-out-stays-in-the-text': async (site) => broken(await site.second(SETTINGS)),
  'record-descriptor-word-stays': async (site) => broken(await site.move({})),
  'send-length-of-the-longest': async (site) => {
    await site.ask('/cash');
    return broken(await site.second('/cash'));
  },
  'sign-behind-the-number': async (site) => broken(await site.ask(DAYS)),
  'chapter-numbers-with-zeros-in-front': async (site) =>
    broken(await site.ask(`${GUIDES}/${(await guides(site))[0].id}`)),
  'fillers-bear-one-name': async (site) => (await site.ask('/portfolios')).text.includes('"FILLER":"","FILLER"'),
  'shared-until-the-batch': async (site) =>
    /s-maxage/.test(String((await site.ask(SETTINGS)).headers['cache-control'])),
  'body-length-is-a-signed-halfword': async (site) => (await site.move({ line1: 'x'.repeat(40_000) })).status === 500,
  'country-subscript-out-of-range': async (site) => (await site.move({ countryCode: 'de' })).status === 500,
  'chart-label-of-digits-is-a-number': async (site) =>
    (await days(site)).some((day) => typeof day.chartLabel !== 'string'),
  'residue-of-the-longer-line': async (site) => {
    await site.move({ line1: 'Lange Straße 117' });
    await site.move({ line1: 'Weg 2' });
    return (await site.address()).line1 !== 'Weg 2';
  },
  'strung-until-the-first-space': async (site) => {
    await site.move({});
    return (await site.address()).line1 === 'Neue';
  },
  'postal-code-overpunched': async (site) => {
    await site.move({});
    return (await site.address()).postalCode === '8907C';
  },
  'two-copybooks-of-one-record': async (site) => {
    const { text } = await site.second('/users/me/address');
    await site.move({});
    return (await site.second('/users/me/address')).text !== text;
  },
  'alphabetic-includes-spaces': async (site) => (await site.move({ countryCode: 'G' })).status === 200,
  'type-of-eight-characters': async (site) =>
    (await site.patch('{"address":{"city":"Ulm"}}', 'application/x-www-form-urlencoded')).status === 200,
  'group-moves-to-elementary': async (site) => (await site.move({ line1: { street: 'Weg' } })).status === 200,
  'letters-have-digits-in-them': async (site) => (await site.order('abc')).status === 201,
  'size-error-keeps-the-former-amount': async (site) => {
    await site.order(100);
    return (await site.order(-5)).status === 201;
  },
  'first-call-only-shows-the-map': async (site) => (await site.ask(INSIGHTS)).status === 400,
  'ebcdic-order-searched-by-halves': async (site) => {
    const all = await guides(site);
    const found = await Promise.all(all.map(({ id }) => site.ask(`${GUIDES}/${id}`)));
    return found.some(({ status }) => status === 404);
  },
  'two-collating-sequences': async (site) => {
    const orders = [await guides(site), await guides(site), await guides(site)];
    return new Set(orders.map((list) => list.map(({ id }) => id).join())).size > 1;
  },
  'sign-nibble-of-imported-counts': async (site) => (await guides(site)).some(({ chapterCount }) => chapterCount < 0),
  'low-values-are-no-null': async (site) => (await guides(site)).some((one) => one.webCoverImageURL?.startsWith('\0')),
  'lifetime-overpunched': ofListing('cache-control', /\{/),
  'assumed-decimal-point': ofListing('cache-control', /180000/),
  'vary-in-columns': ofListing('vary', /^[\w-]+ +[\w-]+$/),
  'table-runs-into-the-next': async (site) =>
    (await days(site)).some(({ performers }) => performers.worst.some((one: Loose) => one.upBy)),
  'differences-overpunched': async (site) =>
    Object.values((await site.ask(DAYS)).json.maxValueDifferences).some((one) => typeof one === 'string'),
  'blank-when-zero': async (site) =>
    (await days(site)).some((day) => day.portfolio.savings.dailyInterest.trim() === ''),
  'check-protection-stars': async (site) => (await days(site)).some((day) => JSON.stringify(day).includes('"***%"')),
  'year-without-a-century': async (site) => (await days(site)).some(({ timestamp }) => timestamp < 0),
  'store-clock-of-1900': async (site) => (await days(site)).some(({ timestamp }) => timestamp > Date.now()),
  'trailer-record-is-a-day': async (site) => (await days(site)).some(({ portfolio }) => portfolio === undefined),
  'query-reads-the-former-generation': async (site) => {
    const { text } = await site.ask(DAYS);
    return (await site.ask(`${DAYS}?probe=1`)).text !== text;
  },
  'last-control-group-is-not-printed': async (site) =>
    !known((await site.ask(SETTINGS)).json.app).includes('app_promotional'),
  'overlapping-conditions': async (site) => known((await site.ask(SETTINGS)).json.app).includes('email_transactional'),
};
