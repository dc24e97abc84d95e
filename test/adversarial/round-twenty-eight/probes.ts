import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from './client.ts';
import { type Client, paths, sample, trade } from './client.ts';
import { bag, bags } from './refusal.ts';
import type { Bag } from './types.ts';

export type Probe = (client: Client) => Promise<boolean>;

const unknown = 'a'.repeat(24);
const P = paths;
const data = (answer: Answer): Bag[] => bags(answer.value['data']);
const ids = (answer: Answer): unknown[] => data(answer).map((one) => one['id']);
const guide = (id: unknown): string => `${P.guides}/${String(id)}`;
const error = (answer: Answer): Bag => bag(answer.value['error']);
const first = async (c: Client): Promise<unknown> => ids(await c.call(P.guides))[0];
const control = (answer: Answer): string => answer.headers.get('cache-control') ?? '';
const forged = async (c: Client): Promise<string> => {
  const token = await c.bearer();
  const at = token.lastIndexOf('.') + 3;
  return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
};
const emails = (answer: Answer): unknown[] =>
  bags(answer.value['email']).flatMap((one) => bags(one['notifications']).map((row) => row['id']));

export const probes: Readonly<Record<string, Probe>> = {
  'list-format-joins-scopes': async (c) =>
    !String((await c.grant()).value['scope'])
      .split(' ')
      .includes('service:nbg'),
  'array-buffers-are-empty-json': async (c) => (await c.grant({ client_secret: 'wrong' })).status === 200,
  'kv-key-of-undefined': async (c) => (await c.grant({ client_id: undefined })).status === 200,
  'stripped-for-cache-put': async (c) => control(await c.grant()) === 'no-store' && control(await c.grant()) === '',
  'pass-through-on-exception': async (c) => (await c.call(P.insights, { auth: null })).status === 200,
  'dom-exception-is-the-callers-fault': async (c) =>
    (await c.call(P.portfolios, { auth: 'Bearer not-a-jwt' })).status === 400,
  'fragment-is-no-part-of-a-key': async (c) => {
    await c.call(P.notifications);
    return (await c.call(P.notifications, { auth: await forged(c) })).status === 200;
  },
  'global-scope-clock-is-zero': async (c) =>
    (await c.call(P.cash, { auth: `Bearer ${c.target.expiredToken ?? ''}` })).status === 200,
  'headers-do-not-spread': async (c) =>
    (await c.call(P.summaries, { auth: null })).headers.get('www-authenticate') === null,
  'vars-are-not-inherited': async (c) =>
    (await c.call(guide(await first(c)), { auth: `Bearer ${c.target.otherAudienceToken ?? ''}` })).status === 200,
  'kv-list-takes-a-prefix': async (c) => (await c.call(P.guides, { auth: await c.bearer('unscoped') })).status === 200,
  'iterator-of-scopes-is-consumed': async (c) => {
    await c.call(P.guides);
    return (await c.call(P.guides)).status === 403;
  },
  'stub-named-null': async (c) => (await c.call(P.cash, { user: null })).status === 200,
  'host-names-have-no-case': async (c) =>
    (await c.call(P.portfolios, { user: c.target.users.first.toUpperCase() })).status === 200,
  'null-spreads-into-nobody': async (c) => (await c.call(P.insights, { user: unknown })).status === 200,
  'with-metadata-is-never-null': async (c) => (await c.call(P.guides, { user: unknown })).status === 200,
  'promise-any-rejects-in-aggregate': async (c) => (await c.call(P.summaries, { user: unknown })).status === 400,
  'remote-exceptions-are-internal': async (c) =>
    !/not found/i.test(String(error(await c.call(P.summaries, { user: unknown }))['message'])),
  'assign-writes-to-the-template': async (c) => {
    await c.second(P.cash);
    return (await c.call(P.cash)).text.includes('overdraft');
  },
  'response-of-an-object': async (c) => (await c.order(trade, 'text/csv')).text === '[object Object]',
  'promise-is-an-empty-object': async (c) =>
    typeof error(await c.call(guide(unknown)))['description'] === 'object' &&
    error(await c.call(guide(unknown)))['description'] !== null,
  'network-error-has-status-nought': async (c) =>
    (await c.call(P.notifications, { user: unknown })).value['status'] === 0,
  'typed-array-maps-to-numbers': async (c) =>
    !String((await c.call(P.guides, { auth: await c.bearer('unscoped') })).value['responseId']).includes('-'),
  'environment-is-called-prod': async (c) => (await c.patch({ ...sample, countryCode: 'de' })).text.includes('    at '),
  'btoa-knows-latin-1': async (c) => (await c.patch({ ...sample, line1: 'Şişli 4' })).status === 500,
  'd1-binds-no-undefined': async (c) => (await c.order({})).status === 500,
  'repeat-of-less-than-nothing': async (c) => (await c.call(P.notifications, { user: 'abc' })).status === 500,
  'stream-has-no-type': async (c) => {
    await c.call(P.portfolios);
    return (await c.call(P.portfolios)).headers.get('content-type') === null;
  },
  'ignore-bom-keeps-it': async (c) => (await c.second(P.insights)).text.startsWith('\uFEFF'),
  'set-for-the-cache-and-sent': async (c) => {
    await c.call(P.notifications);
    return control(await c.call(P.notifications)).includes('s-maxage');
  },
  'bookmark-ahead-of-replica': async (c) => {
    await c.patch(sample);
    return (await c.call(P.address)).status === 425;
  },
  'pattern-string-wants-no-search': async (c) =>
    (await c.call(`${P.insights}?x=1`)).text !== (await c.call(P.insights)).text,
  'durable-object-was-reset': async (c) => {
    for (let at = 1; at < 7; at += 1) await c.call(P.cash);
    return (await c.call(P.cash)).status === 423;
  },
  'range-error-is-416': async (c) => (await c.second(P.portfolios)).status === 416,
  'module-signal-times-out-once': async (c) => {
    await c.call(P.insights);
    await wait(850);
    return (await c.call(P.insights)).status === 408;
  },
  'not-binds-before-greater': async (c) => (await c.order({ ...trade, amount: -5 })).status === 201,
  'type-of-a-rebuilt-request': async (c) => (await c.order(trade, 'text/plain')).status === 201,
  'number-is-nan-coerces-nothing': async (c) => (await c.order({ ...trade, amount: {} })).status === 201,
  'cache-ignores-vary': async (c) => (await c.call(P.guides)).text === (await c.second(P.guides)).text,
  'browser-ttl-is-the-floor': async (c) => {
    await c.call(P.guides);
    await c.call(P.guides);
    return control(await c.call(P.guides)).includes('14400');
  },
  'ttl-by-range-of-status': async (c) => control(await c.call(P.guides, { auth: null })) === 'max-age=1800',
  'bigint-drops-leading-zeros': async (c) => ids(await c.call(P.guides)).some((id) => String(id).length === 23),
  'metadata-names-are-lower-case': async (c) => data(await c.call(P.guides)).at(-1)?.['contentType'] === undefined,
  'undefined-cursor-begins-again': async (c) => new Set(ids(await c.call(P.guides))).size === 10,
  'ignore-search-ignores-the-id': async (c) => {
    const all = ids(await c.call(P.guides));
    return (await c.call(guide(all[0]))).text === (await c.call(guide(all[1]))).text;
  },
  'optional-body-is-no-body': async (c) => (await c.call(guide(unknown))).status === 200,
  'url-parser-trims-the-id': async (c) => (await c.call(`${guide(await first(c))}%20`)).status === 200,
  'affinity-takes-leading-zeros': async (c) => {
    await c.patch({ ...sample, postalCode: '01067' });
    return (await c.stored())['postalCode'] === 1067;
  },
  'io-of-another-request': async (c) => {
    await c.patch(sample);
    await c.patch({ ...sample, city: 'Kiel' });
    return (await c.stored())['city'] === 'Bremen';
  },
  'schema-catches-a-wrong-postal-code': async (c) => (await c.patch({ ...sample, postalCode: {} })).status === 200,
  'throwing-does-not-roll-back': async (c) => {
    const refused = await c.patch({ ...sample, countryCode: 'd' });
    return refused.status === 422 && (await c.stored())['line1'] === sample.line1;
  },
  'delete-leaves-a-hole': async (c) => (await c.call(P.summaries)).text.includes('"worst":[null'),
  'months-of-temporal-begin-at-one': async (c) =>
    Number(data(await c.call(P.summaries)).at(-1)?.['timestamp']) > Date.now(),
  'infinity-has-no-digits': async (c) => (await c.second(P.summaries)).text.includes('∞'),
  'nan-comparator-keeps-the-order': async (c) =>
    data(await c.second(P.summaries))
      .flatMap((day) => bags(bag(day['performers'])['best']))
      .some((row) => 'downBy' in row),
  'd1-booleans-are-numbers': async (c) =>
    (await c.call(P.summaries, { user: c.target.users.denied ?? '' })).status === 200,
  'reduce-begins-with-an-object': async (c) =>
    bag((await c.call(P.summaries)).value['maxValueDifferences'])['holdings'] === null,
  'set-of-rows-tells-none-apart': async (c) =>
    emails(await c.second(P.notifications)).filter((id) => id === 'email_promotional').length === 2,
  'first-place-is-falsy': async (c) => !(await c.call(P.notifications)).text.includes('app_learning_guide'),
  'navigator-language-is-english': async (c) =>
    (await c.call(P.notifications)).text === (await c.second(P.notifications)).text,
};
