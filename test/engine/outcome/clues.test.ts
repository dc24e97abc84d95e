import { expect, test } from 'vitest';
import { type Clue, type Found, ofHarness } from '../../../engine/catalogue/cause.ts';
import type { Condition } from '../../../engine/catalogue/check.ts';
import { clues, type Shown } from '../../../engine/outcome/clues.ts';

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
const under = (kind: Condition['kind'], isRightAgain?: true): Changes => ({
  needs: 'other requests',
  condition: isRightAgain ? { kind, isRightAgain } : { kind },
});
const share = (shown: number, of: number): Changes => ({
  facts: { shown: ofHarness(shown), of: ofHarness(of) },
});
const kind = (found: Found): Changes => ({ facts: { found: ofHarness(found) } });
const json = [['Content-Type', 'application/json']] as const;
const six = ['/a', '/b', '/c', '/d', '/e', '(run)'];

/** Clues that are read from words. */
type WordClue =
  | 'no-store'
  | 'zero or less'
  | 'same second'
  | 'other second'
  | 'other URL'
  | 'one id'
  | 'several ids'
  | 'time in the id'
  | 'genuine signature'
  | 'key in the token'
  | 'stores what it refused'
  | 'right at a new URL'
  | 'several pass'
  | 'more bytes than characters'
  | 'altered signature refused'
  | 'other Authorization'
  | 'sent elsewhere'
  | 'some members';

/** Findings that show a clue, and similar ones that do not. */
const examples: Readonly<
  Record<Exclude<Clue, WordClue>, readonly [shown: readonly Changes[], not: readonly Changes[]]>
> = {
  alone: [[again(2, 2)], [again(1, 2), again(0, 0), { ...again(2, 2), ...under('after-pause') }]],
  'not alone': [
    [again(0, 2), under('in-flight'), { ...again(2, 2), ...under('many') }],
    [again(1, 2), {}],
  ],
  sometimes: [
    [share(2, 13), share(0, 1)],
    [share(13, 13), {}],
  ],
  'in flight': [[under('in-flight')], [under('many'), {}]],
  'same connection': [[under('same-connection')], [under('in-flight'), {}]],
  'after a pause': [[under('after-pause')], [under('session'), {}]],
  session: [[under('session')], [under('after-pause'), {}]],
  'earlier request': [[under('after-other-token')], [under('after-other-user'), {}]],
  'other user before': [[under('after-other-user')], [under('after-other-token'), {}]],
  'right again': [[under('in-flight', true)], [under('in-flight'), {}]],
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
    [replied(200, '', [['Age', '7']]), replied(200, '', [['X-Cache', 'HIT from a']])],
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
      clues[clue]({ title: 'a title', actual: 'that', places: [], ...again(0, 0), ...changes });
    for (const one of shown) expect(shows(one), JSON.stringify(one)).toBe(true);
    for (const one of not) expect(shows(one), JSON.stringify(one)).toBe(false);
  },
);
