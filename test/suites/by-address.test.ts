import { describe, expect, test } from 'vitest';
import { type Answered, type Exchange, type Request, valueText } from '../../engine/index.ts';
import { judgeByAddress, withRawQuery } from '../../suites/every-endpoint/by-address.ts';
import { answered, type Given } from './answered.ts';
import { apiError } from './api-error.ts';
import { asking, silence } from './asking.ts';

const plain: Request = { ...answered().request, path: '/portfolio/insights' };
const request = withRawQuery(plain, 'page=x');

const answerTo = (to: Request, given: Given): Answered => answered({ ...given, request: to });
const asBefore: Given = { body: { data: ['a'], total: 1 } };
/** As after an edit. */
const edited: Given = { body: { data: ['b', 'a'], total: 2 } };

/** What is answered to a query without a parameter, to the query and one more, to any other query, and to other addresses. */
type Kind = 'bare' | 'fresh' | 'unrelated' | 'spelled';
type Answers = Partial<Record<Kind, (nth: number, path: string) => Given | Exchange>>;

interface Looked {
  readonly answers?: Answers;
  readonly without?: Given;
  readonly with?: Given;
  readonly pairs?: readonly (readonly [Answered, Answered])[];
  readonly turn?: number;
}

/** Unless a row says otherwise, each new query shows what was edited, and no other address is served. */
async function look({ answers = {}, without = asBefore, with: after = edited, pairs, turn = 0 }: Looked) {
  const asked: { readonly step: string; readonly path: string; readonly at: number }[] = [];
  const usual: Required<Answers> = {
    bare: () => without,
    fresh: () => after,
    unrelated: () => after,
    spelled: () => apiError(404),
  };
  const ask = asking((step, path) => {
    asked.push({ step, path, at: Date.now() });
    const kind = (['spelled', 'bare', 'fresh', 'unrelated'] as const).find((one) => step.includes(one)) ?? 'bare';
    return (answers[kind] ?? usual[kind])(Number(step.split('-').at(-1)), path);
  });
  const pair = [answerTo(plain, without), answerTo(request, after)] as const;
  const change = { turn, seed: 7, plain, request, pairs: pairs ?? [pair], varying: new Set<string>(), values: [] };
  const judgement = await judgeByAddress(ask, 'again-0', change);
  return { asked, kind: judgement?.kind ?? 'finding' };
}

const onlyAt = (which: number, one: Given | Exchange, others: Given | Exchange) => (nth: number) =>
  nth === which ? one : others;

describe('a content that differs with a query, each time', () => {
  test.each<[string, string, Looked]>([
    ['is open where every new query shows what may be an edit', 'unanswered', {}],
    [
      'is no affair of the parameter where queries without any show it, though one is not answered',
      'observed',
      { answers: { bare: onlyAt(0, silence('closed'), edited) } },
    ],
    [
      'is not explained by queries without a parameter that are refused',
      'finding',
      { answers: { bare: () => apiError(400), unrelated: () => asBefore } },
    ],
    [
      'is not explained by queries without a parameter that show something else altogether',
      'finding',
      { answers: { bare: () => ({ body: { message: 'no such page' } }), unrelated: () => asBefore } },
    ],
    [
      'goes by the address where one without a query shows it, whatever comes of the others',
      'observed',
      { answers: { spelled: onlyAt(2, edited, silence('closed')) } },
    ],
    [
      'is a finding where one other query does not show it',
      'finding',
      { answers: { unrelated: onlyAt(1, asBefore, silence('closed')) } },
    ],
    [
      'is a finding where one other address without a query does not show it',
      'finding',
      { answers: { spelled: onlyAt(1, asBefore, apiError(404)) } },
    ],
    [
      'is open where other queries show a part of it',
      'unanswered',
      { answers: { unrelated: () => ({ body: { data: ['a'], total: 2 } }) } },
    ],
    [
      'is open where other queries are answered with another status',
      'unanswered',
      { answers: { unrelated: () => ({ ...asBefore, status: 203 }) } },
    ],
    [
      'is open where other queries are refused, which shows nothing of a member that was added',
      'unanswered',
      { without: { body: { a: 1 } }, with: { body: { a: 1, b: 2 } }, answers: { unrelated: () => apiError(400) } },
    ],
  ])('%s', async (_what, expected, looked) => {
    expect((await look(looked)).kind).toBe(expected);
  });

  test.each<[string, Looked]>([
    [
      'one of the answers is no edition of the other',
      { pairs: [[answerTo(plain, asBefore), answerTo(request, { body: { total: 1 } })]] },
    ],
    [
      'one of several was none, though the last one is',
      {
        pairs: [
          [answerTo(plain, asBefore), answerTo(request, { body: { data: [], total: 1 } })],
          [answerTo(plain, asBefore), answerTo(request, edited)],
        ],
      },
    ],
    ['it is no JSON, of which no edition is known', { without: { body: 'old' }, with: { body: 'new' } }],
    ['no pair of answers shows it', { pairs: [] }],
  ])('is not looked into where %s', async (_what, looked) => {
    const { kind, asked } = await look(looked);
    expect([kind, asked.length]).toEqual(['finding', 0]);
  });
});

describe('what repeats a parameter that nobody asked for before', () => {
  const noted = (note: string, total = 1): Given => ({ body: { note, total } });
  const repeating = (path: string, total = 1) => noted(`for ${path.split('?')[1] ?? 'nobody'}`, total);

  test.each<[string, Looked]>([
    ['in each answer', { answers: { fresh: (_nth, path) => repeating(path) } }],
    ['in one of them', { answers: { fresh: (nth, path) => (nth === 3 ? repeating(path) : noted('for page=x')) } }],
    [
      'beside another difference',
      { with: noted('for page=x', 2), answers: { fresh: (_nth, path) => repeating(path, 2) } },
    ],
  ])('is a finding: %s', async (_what, looked) => {
    expect((await look({ without: noted('for nobody'), with: noted('for page=x'), ...looked })).kind).toBe('finding');
  });
});

describe('a value that moves', () => {
  const rate = (value: number): Given => ({ body: { data: ['a'], rate: value } });

  test('is no affair of the query, though one answer is a refusal', async () => {
    const fresh = (nth: number) => (nth === 4 ? apiError(429) : rate(100 + nth));
    const unrelated = () => rate(1);
    const { kind } = await look({ without: rate(1), with: rate(99), answers: { fresh, unrelated } });
    expect(kind).toBe('observed');
  });

  test('is the affair of the query where it is not there without one', async () => {
    const without = { body: { data: ['a'] } };
    const fresh = (nth: number) => rate(100 + nth);
    const { kind } = await look({ without, with: rate(99), answers: { fresh, unrelated: () => without } });
    expect(kind).toBe('finding');
  });
});

describe('an answer without a query that may have been kept since before the edit', () => {
  const kept = (given: Given, ...headers: (readonly [string, string])[]): Given => ({
    ...given,
    headers: [['Content-Type', 'application/json'], ...headers],
  });
  const minute = ['Cache-Control', 'max-age=60'] as const;

  test.each<[string, string, Looked]>([
    ['is of an age', 'unanswered', { without: kept(asBefore, minute, ['Age', '7']), with: kept(edited, minute) }],
    [
      'has less time left than one of the new answers',
      'unanswered',
      {
        without: kept(asBefore, ['Cache-Control', 'max-age=50']),
        answers: { fresh: onlyAt(2, kept(edited, minute), edited) },
      },
    ],
    ['has as much time left as they have', 'finding', { without: kept(asBefore, minute), with: kept(edited, minute) }],
    [
      'is of an age that is no number',
      'finding',
      { without: kept(asBefore, minute, ['Age', 'old']), with: kept(edited, minute) },
    ],
  ])('%s: %s', async (_what, expected, looked) => {
    const { kind } = await look({ ...looked, answers: { spelled: () => asBefore, ...looked.answers } });
    expect(kind).toBe(expected);
  });
});

test('the last new address is asked for a second and a half after the answer before', async () => {
  const at = Date.now() - 1_470;
  const { asked } = await look({ answers: { fresh: (nth) => (nth === 4 ? { ...edited, at } : edited) } });
  const last = asked.find(({ step }) => step.endsWith('fresh-5'));
  // A timer may fire a millisecond early.
  expect((last?.at ?? 0) - at + 2).toBeGreaterThanOrEqual(1_500);
});

describe('other addresses without a query', () => {
  /** By RFC 3986: a letter that is encoded is that letter (section 6.2.2.2), in capitals (2.1), and dots go (5.2.4). */
  const resolved = (path: string) => new URL(path.replace(/^\/{2,}/, '/'), 'http://127.0.0.1').pathname;
  const withLetters = (path: string) =>
    path.replace(/%([46][1-9A-F]|[57][0-9A])/g, (_text, code) => String.fromCharCode(Number.parseInt(code, 16)));

  test('are of the same resource, and new each time', async () => {
    const looks = await Promise.all([0, 1, 2].map((turn) => look({ turn })));
    const paths = looks.flatMap(({ asked }) =>
      asked.filter(({ step }) => step.startsWith('spelled')).map(({ path }) => path),
    );
    expect(paths).toHaveLength(12);
    for (const path of paths) {
      expect(withLetters(resolved(path)).replace(/;m2m-fresh=\d$/, '')).toBe(valueText(plain.path));
    }
    // Of the first letter, and of these, other checks ask in other spellings.
    const asked = ['/%70ortfolio/insights', '/./portfolio/insights', '//portfolio/insights', valueText(plain.path)];
    expect(new Set([...asked, ...paths]).size).toBe(16);
  });
});
