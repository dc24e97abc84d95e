import { describe, expect, test } from 'vitest';
import { type Answered, type Exchange, type Request, valueText } from '../../../engine/index.ts';
import { judgeByAddress, withRawQuery } from '../../../suites/every-endpoint/by-address.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { silence } from '../asking.ts';
import { recorded } from '../recorded.ts';

const plain: Request = { ...answered().request, path: '/portfolio/insights' };
const request = withRawQuery(plain, 'page=x');
const answerTo = (to: Request, given: Given): Answered => answered({ ...given, request: to });
const before: Given = { body: { data: ['a'], total: 1 } };
const edited: Given = { body: { data: ['b', 'a'], total: 2 } };

type Response = Given | Exchange;
/**
 * Responses by kind of request: `bare` has an empty query, `fresh` an additional parameter, `unrelated` another query,
 * and `spelled` another spelling of the URL.
 */
type Responses = Partial<Record<'bare' | 'fresh' | 'unrelated' | 'spelled', (nth: number, path: string) => Response>>;
interface Looked extends Responses {
  /** The response without the query. */
  readonly without?: Given;
  /** The response with the query. */
  readonly with?: Given;
  readonly pairs?: readonly (readonly [Answered, Answered])[];
  readonly turn?: number;
}

/** Runs the judgement. By default, each new query shows the edited content, and other spellings get 404. */
async function look({ without = before, with: after = edited, pairs, turn = 0, ...given }: Looked) {
  const responses: Required<Responses> = {
    bare: () => without,
    fresh: () => after,
    unrelated: () => after,
    spelled: () => apiError(404),
    ...given,
  };
  const pair = [answerTo(plain, without), answerTo(request, after)] as const;
  const change = { turn, seed: 7, plain, request, pairs: pairs ?? [pair], varying: new Set<string>(), values: [] };
  const { sent, kinds } = await recorded(
    async (ask) => [(await judgeByAddress(ask, 'again-0', change)) ?? []].flat(),
    (step, path) => {
      const kind = (['spelled', 'bare', 'fresh', 'unrelated'] as const).find((one) => step.includes(one)) ?? 'bare';
      return responses[kind](Number(step.split('-').at(-1)), path);
    },
  );
  return { sent, kind: kinds[0] ?? 'finding' };
}

const onlyAt = (which: number, one: Response, others: Response) => (nth: number) => (nth === which ? one : others);
const always = (given: Response) => () => given;
const noted = (note: string, total = 1): Given => ({ body: { note, total } });
const repeating = (path: string, total = 1) => noted(`for ${path.split('?')[1] ?? 'nobody'}`, total);
const forPage = noted('for page=x');
const echo: Looked = { without: noted('for nobody'), with: forPage };
const rate = (value: number): Given => ({ body: { data: ['a'], rate: value } });
const rateless: Given = { body: { data: ['a'] } };
const errorPage: Given = { body: { message: 'no page' } };
const later = noted('for page=x', 2);
const moves = (without: Given): Looked => ({ without, with: rate(99), unrelated: always(without) });
const added: Looked = { without: { body: { a: 1 } }, with: { body: { a: 1, b: 2 } } };
const kept = (given: Given, ...headers: (readonly [string, string])[]): Given => ({
  ...given,
  headers: [['Content-Type', 'application/json'], ...headers],
});
const minute = ['Cache-Control', 'max-age=60'] as const;
const copy = (...headers: (readonly [string, string])[]): Looked => ({
  without: kept(before, ...headers),
  with: kept(edited, minute),
  spelled: always(before),
});

/** One of the new responses stays fresh for a minute. */
const fresh = onlyAt(2, kept(edited, minute), edited);

test.each<[string, string, Looked]>([
  ['inconclusive', 'every new query shows it', {}],
  ['observed', 'queries without a parameter show it', { bare: onlyAt(0, silence('closed'), edited) }],
  ['finding', 'queries without a parameter are refused', { bare: always(apiError(400)), unrelated: always(before) }],
  ['finding', 'queries without one show an error', { bare: always(errorPage), unrelated: always(before) }],
  ['observed', 'one other URL shows it', { spelled: onlyAt(2, edited, silence('closed')) }],
  ['finding', 'one other query does not show it', { unrelated: onlyAt(1, before, silence('closed')) }],
  ['finding', 'one other URL does not show it', { spelled: onlyAt(1, before, apiError(404)) }],
  ['inconclusive', 'other queries show a part of it', { unrelated: always({ body: { data: ['a'], total: 2 } }) }],
  ['inconclusive', 'other queries get another status', { unrelated: always({ ...before, status: 203 }) }],
  ['inconclusive', 'other queries are refused, and a member was added', { ...added, unrelated: always(apiError(400)) }],
  ['finding', 'it repeats a new parameter', { ...echo, fresh: (_nth, path) => repeating(path) }],
  ['finding', 'it repeats one once', { ...echo, fresh: (nth, path) => (nth === 3 ? repeating(path) : forPage) }],
  ['finding', 'it repeats one beside more', { ...echo, with: later, fresh: (_nth, path) => repeating(path, 2) }],
  ['observed', 'a value moves', { ...moves(rate(1)), fresh: (nth) => (nth === 4 ? apiError(429) : rate(100 + nth)) }],
  ['finding', 'a value that moves is missing without', { ...moves(rateless), fresh: (nth) => rate(100 + nth) }],
  ['inconclusive', 'the plain response has an age', copy(minute, ['Age', '7'])],
  ['inconclusive', 'the plain response has an age and no lifetime', copy(['Age', '7'])],
  ['inconclusive', 'the plain one expires sooner', { ...copy(['Cache-Control', 'max-age=50']), with: edited, fresh }],
  ['finding', 'the plain response expires as late', copy(minute)],
  ['finding', 'the plain response has an age that is no number', copy(minute, ['Age', 'old'])],
])('content that differs with a query each time: %s if %s', async (expected, _what, looked) => {
  expect((await look(looked)).kind).toBe(expected);
});

const pairTo = (given: Given) => [answerTo(plain, before), answerTo(request, given)] as const;
test.each<[string, Looked]>([
  ['the responses are no editions of each other', { pairs: [pairTo({ body: { total: 1 } })] }],
  ['a former one was none', { pairs: [pairTo({ body: { data: [], total: 1 } }), pairTo(edited)] }],
  ['it is no JSON', { without: { body: 'old' }, with: { body: 'new' } }],
  ['no pair of responses shows it', { pairs: [] }],
])('is a finding without more requests if %s', async (_what, looked) => {
  const { kind, sent } = await look(looked);
  expect([kind, sent]).toEqual(['finding', []]);
});

test('the last new URL is requested a second and a half after the response before', async () => {
  const at = Date.now() - 1_470;
  const { sent } = await look({ fresh: (nth) => (nth === 4 ? { ...edited, at } : edited) });
  // A timer may fire a millisecond early.
  expect((sent.find(({ step }) => step.endsWith('fresh-5'))?.at ?? 0) - at + 2).toBeGreaterThanOrEqual(1_500);
});

describe('other URLs without a query', () => {
  // By RFC 3986, `resolved` removes dots (section 5.2.4) and `withLetters` decodes letters (6.2.2.2, 2.1).
  const resolved = (path: string) => new URL(path.replace(/^\/{2,}/, '/'), 'http://127.0.0.1').pathname;
  const withLetters = (path: string) =>
    path.replace(/%([46][1-9A-F]|[57][0-9A])/g, (_text, code) => String.fromCharCode(Number.parseInt(code, 16)));

  test('name the same resource, and are new each time', async () => {
    const looks = await Promise.all([0, 1, 2].map((turn) => look({ turn })));
    const paths = looks.flatMap(({ sent }) =>
      sent.flatMap(({ step, path }) => (step.startsWith('spelled') ? [path] : [])),
    );
    expect(paths).toHaveLength(12);
    for (const path of paths)
      expect(withLetters(resolved(path)).replace(/;m2m-fresh=\d$/, '')).toBe(valueText(plain.path));
    // Other checks use these spellings.
    const others = ['/%70ortfolio/insights', '/./portfolio/insights', '//portfolio/insights', valueText(plain.path)];
    expect(new Set([...others, ...paths]).size).toBe(16);
  });
});
