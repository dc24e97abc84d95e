import { expect, test } from 'vitest';
import { type Clue, ofHarness } from '../../../engine/catalogue/cause.ts';
import { clues, type Shown } from '../../../engine/outcome/clues.ts';
import type { ShownRecipe } from '../../../engine/result.ts';
import type { Found } from '../../../engine/schema/conforms.ts';

type Changes = Partial<Shown>;

const replied = (
  status: number,
  body = '',
  headers: readonly (readonly [string, string])[] = [],
): Changes => ({ response: { status, body, headers, size: body.length } });
const again = (times: number, of: number) => ({ reproduced: { times, of } });
const at = (...endpoints: readonly string[]): Changes => ({
  places: endpoints.map((endpoint) => ({ endpoint, key: '', count: 1, ...again(0, 0) })),
});
const otherwise = { alone: { times: 0, of: 2 } };
const asked = (headers: Readonly<Record<string, string>>) => ({
  request: { method: 'GET', url: '/a', headers: Object.entries(headers) },
});
/** A finding that needs a recipe. */
const under = (
  steps: readonly Partial<ShownRecipe['steps'][number]>[],
  more: Partial<ShownRecipe> = { otherwise },
): Changes => ({
  recipe: {
    steps: steps.map((step) => ({ ...asked({}), ...step })),
    judged: steps.length - 1,
    ...more,
  },
});
const inFlight = under([{ times: 8, overlaps: true }]);
const passing = (times: number, of: number) =>
  under([{ times: 8, overlaps: true }], { share: { times, of } });
const many = under([{ times: 8 }, {}]);
const kept = under([{ connection: 'a' }, { connection: 'a' }]);
const paused = under([{ afterMs: 2_500 }, {}]);
const differing = (header: string, more: object = { otherwise }) =>
  under([asked({ [header]: 'one' }), asked({ [header]: 'other' })], more);
const share = (shown: number, of: number): Changes => ({
  facts: { shown: ofHarness(shown), of: ofHarness(of) },
});
const kind = (found: Found): Changes => ({ facts: { found: ofHarness(found) } });
const split = (attribute: string, value: string | number): Changes => ({
  separation: { attribute, value, others: [], failing: 3, passing: 3 },
});
const seen = (count: number, of?: number): Changes => ({
  places: [{ endpoint: '/a', key: '', count, ...(of === undefined ? {} : { of }) }],
});
const json = [['Content-Type', 'application/json']] as const;
const six = ['/a', '/b', '/c', '/d', '/e', '(run)'];

/** Findings that show a clue, and similar ones that do not. */
const examples: Readonly<
  Record<Clue, readonly [shown: readonly Changes[], not: readonly Changes[]]>
> = {
  alone: [[again(2, 2)], [again(1, 2), again(0, 0), { ...again(2, 2), ...paused }]],
  'not alone': [
    [again(0, 2), inFlight, { ...again(2, 2), ...many }],
    [again(1, 2), {}],
  ],
  sometimes: [
    [share(2, 13), share(0, 1)],
    [share(13, 13), {}],
  ],
  'one user': [[split('user', 'second')], [split('user', 'none'), split('method', 'first'), {}]],
  'one status': [[split('status', '403')], [split('user', 'first'), {}]],
  'longer user id': [[split('user', 'longer')], [split('user', 'first'), {}]],
  'after a while': [[split('moment', 1_000)], [split('user', 'first'), {}]],
  'some pass': [[seen(2, 3)], [seen(19, 20), seen(3, 3), seen(1), {}]],
  'in flight': [[inFlight], [many, {}]],
  'several pass': [
    [passing(18, 24)],
    [passing(19, 24), under([{}, {}], { share: { times: 1, of: 3 } }), {}],
  ],
  'same connection': [[kept], [inFlight, {}]],
  'after a pause': [[paused], [differing('Cookie'), {}]],
  session: [[differing('Cookie')], [paused, differing('Cookie', {}), {}]],
  'earlier request': [[differing('Authorization')], [differing('X-User-Id'), {}]],
  'other user before': [
    [differing('x-user-id')],
    [
      differing('Authorization'),
      differing('x-user-id', { otherwise: { 'new-url': { times: 0, of: 9 } } }),
      {},
    ],
  ],
  'right again': [
    [under([{}, {}], { otherwise: { next: { times: 0, of: 4 } } })],
    [under([{}, {}], { otherwise: { next: { times: 1, of: 4 } } }), inFlight],
  ],
  everywhere: [[at(...six)], [at(...six.slice(1))]],
  'one endpoint': [[at('/a', '(run)')], [at('(run)'), at('/a', '/b')]],
  '2xx': [[replied(204)], [replied(304), {}]],
  '3xx': [[replied(302)], [replied(200), {}]],
  '4xx': [[replied(421)], [replied(500), {}]],
  '5xx': [[replied(500)], [replied(499), {}]],
  'no response': [
    [{ response: { body: '', headers: [], size: 0, lost: 'timeout' } }],
    [replied(500), {}],
  ],
  HTML: [
    [replied(404, ' <!DOCTYPE html>'), replied(404, '', [['content-type', 'text/html']])],
    [replied(404, '{"a":"<html>"}')],
  ],
  'not labelled JSON': [
    [replied(404), replied(404, '{}', [['content-type', 'text/plain']])],
    [replied(404, '', json), {}],
  ],
  proxy: [
    [replied(404, '', [['Via', '1.1 a']]), replied(404, '', [['Server', 'nginx/1.2']])],
    [replied(404, '', [['Server', 'Kestrel']])],
  ],
  'no host': [[replied(502), replied(503, 'no healthy upstream')], [replied(503, 'busy')]],
  cached: [
    [
      replied(200, '', [['Age', '7']]),
      replied(200, '', [['X-Cache', 'HIT from a']]),
      under([{}, {}], { otherwise: { 'new-url': { times: 0, of: 9 } } }),
    ],
    [replied(200, '', [['Age', '0']])],
  ],
  'cut off': [[replied(200, '{"a":["}"]')], [replied(200, '{"a":"{"}'), replied(200, 'a')]],
  wrapped: [
    [replied(400, '{"errors":[{"status":400,"responseId":"a"}]}')],
    [
      replied(400, '{"status":400,"error":{"message":"a","responseId":"b"}}'),
      replied(400, '{"errors":["status"]}'),
    ],
  ],
  null: [[kind('null')], [kind('missing'), {}]],
  boolean: [[kind('boolean')], [kind('string'), {}]],
  number: [[kind('number')], [kind('fraction'), {}]],
  fraction: [[kind('fraction')], [kind('number'), {}]],
  string: [[kind('string')], [kind('null'), {}]],
  array: [[kind('array')], [kind('object'), {}]],
  object: [[kind('object')], [kind('array'), {}]],
  missing: [[kind('missing')], [kind('null'), {}]],
};

test.each(Object.entries(examples) as [Clue, (typeof examples)['alone']][])(
  'a finding shows "%s"',
  (clue, [shown, not]) => {
    const shows = (changes: Changes) =>
      clues[clue]({ facts: {}, places: [], ...again(0, 0), ...changes });
    for (const one of shown) expect(shows(one), JSON.stringify(one)).toBe(true);
    for (const one of not) expect(shows(one), JSON.stringify(one)).toBe(false);
  },
);
