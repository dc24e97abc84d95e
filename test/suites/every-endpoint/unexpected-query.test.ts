import { expect, test } from 'vitest';
import { sentenceText } from '../../../engine/exchange/sentence.ts';
import { type Exchange, isProper, type Judgement, type Request } from '../../../engine/index.ts';
import { judgeFieldNames } from '../../../engine/judging/field-names.ts';
import { robustness } from '../../../suites/every-endpoint/robustness.ts';
import { answered, type Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { boundTo, causeOf, silence, type Target } from '../asking.ts';
import { boundAs, recorded, scenarioOf } from '../recorded.ts';
import { saidBy } from '../said.ts';

const unexpected = scenarioOf(robustness, 'robustness/unexpected-query');

async function run(target: Target, name = 'cash') {
  const { steps, judgements } = await recorded((ask) => unexpected.run(boundTo(name), ask), target);
  const count = (kind: Judgement['kind']) =>
    judgements.filter((judgement) => judgement.kind === kind).length;
  const last = judgements.at(-1);
  return {
    steps,
    judgements,
    counts: [count('fail'), count('inconclusive')],
    told: last?.kind === 'observed' ? sentenceText(last.value) : '',
  };
}

const list = (...ids: readonly string[]): Given => ({ body: { data: ids.map((id) => ({ id })) } });
const isQuery = (path: string) => path.includes('?');
const hasParameter = (path: string) => /\?.*[^&]/.test(path);
/** Responds to queries with a parameter with one element, otherwise with two. */
const shorter: Target = (_step, path) => (hasParameter(path) ? list('a') : list('a', 'b'));
/** Refuses other spellings of the path. */
const strict =
  (target: Target): Target =>
  (step, ...rest) =>
    /^spelled.*(?:-\d|-spelled)$/.test(step) ? apiError(404) : target(step, ...rest);
const bodies =
  (bodyOf: (path: string, nth: number, step: string) => unknown): Target =>
  (step, path, nth) => ({ body: bodyOf(path, nth, step) });

test.each<[string, Given | Exchange]>([
  ['refused', apiError(403)],
  ['not answered', silence('closed')],
])(
  'a control that is %s ends the check at first, and makes it inconclusive later',
  async (_what, given) => {
    expect(await run(() => given)).toMatchObject({ steps: ['control'], counts: [0, 1] });
    expect((await run((step) => (step === 'control-after' ? given : list('a')))).counts).toEqual([
      0, 1,
    ]);
    const repeating: Target = (step, ...rest) =>
      /^again-\d+-.*-without$/.test(step) ? given : shorter(step, ...rest);
    expect((await run(repeating)).counts).toEqual([0, 1]);
  },
);

/** Normalises a query as caches do: sorts the pairs and removes empty ones. */
const inOrder = (path: string) => {
  const pairs = [...new URLSearchParams(path.replace(/^[^?]*\??/, ''))].filter(
    ([name, value]) => name || value,
  );
  return `${path.split('?')[0]}?${new URLSearchParams(pairs.sort(([one], [other]) => (one < other ? -1 : 1)))}`;
};
/** Simulates a cache with a normalised key. */
const cached = (show: (count: number) => Given): Target => {
  const all = new Map<string, Given>();
  return (_step, path) => {
    const given = all.get(inOrder(path)) ?? show(all.size);
    all.set(inOrder(path), given);
    return given;
  };
};
const edited = cached((count) => list(...(count === 0 ? ['a'] : ['b', 'a'])));
const moving = cached((count) => ({ body: { data: ['a'], rate: Math.floor(count / 3) } }));
/** Returns a target whose body depends on the sorted pairs that `isKept` selects. */
const digest = (isKept: (value: string) => boolean) =>
  bodies((path) => {
    const pairs = [...new URLSearchParams(path.split('?')[1])].filter(([, value]) => isKept(value));
    return {
      total: 7,
      key: `k-${Buffer.from(pairs.map(String).sort().join('/')).toString('hex')}`,
    };
  });
const node = (path: string) =>
  [...path].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1009, 7) % 3;
const orders = [list('a', 'b', 'c'), list('b', 'c', 'a'), list('c', 'a', 'b')] as const;

test.each<[string, Target]>([
  ['an ignored query', () => list('a', 'b')],
  ['a refused query', (_step, path) => (isQuery(path) ? apiError(400) : list('a'))],
  ['content that varies', bodies((_path, nth) => ({ data: [{ id: 'a', price: nth }], at: nth }))],
  [
    'content that varies and cannot be compared',
    bodies((_path, nth) => `${'['.repeat(5_000)}${nth}`),
  ],
  [
    'content whose members are named anew',
    bodies((_path, nth) => ({ data: { [`at-${nth}`]: 'a' }, servedAt: nth })),
  ],
  ['a list in any order', (_step, _path, nth) => orders[nth % 3] ?? list()],
  ['a single change', (_step, _path, nth) => (nth < 5 ? list('a', 'b') : list('a'))],
  ['a difference once', (step) => (step === 'query-0' ? list('a') : list('a', 'b'))],
  [
    'a known parameter',
    (_step, path) => (/[?&](?:limit|page|%24filter)=/.test(path) ? list('a') : list('a', 'b')),
  ],
  [
    'the node that a hash of the URL selects',
    bodies((path) => ({ node: node(path), data: ['a'] })),
  ],
  ['a cache whose content was edited', edited],
  ['a cache whose content moves', moving],
  [
    'another status, by URL',
    (_step, path) => ({ status: isQuery(path) ? 206 : 200, ...list('a') }),
  ],
  [
    'a list beside a node',
    bodies((path) => ({ node: node(path), data: hasParameter(path) ? ['a'] : ['a', 'b'] })),
  ],
  [
    'a cache whose content was edited, by any query',
    (_step, path) => list(...(isQuery(path) ? ['a', 'b'] : ['a'])),
  ],
])('is no finding: %s', async (_what, target) => {
  expect((await run(target)).counts).toEqual([0, 0]);
});

test.each<[string, (value: string) => boolean]>([
  ['its pairs', () => true],
  ['its pairs with a value', (value) => value !== ''],
])(
  'a response with a digest of the query is no finding, and no query is repeated: of %s',
  async (_what, isKept) => {
    const { counts, steps } = await run(digest(isKept));
    expect([counts, steps.filter((step) => step.startsWith('again'))]).toEqual([[0, 0], []]);
  },
);

const rows = (path: string) =>
  /=\d/.test(path.replace(/m2m-fresh=.*/, '')) ? list('a') : list('a', 'b');
const repeated = bodies((path) => ({
  a: 1,
  ...Object.fromEntries(new URLSearchParams(path.split('?')[1])),
}));
const either =
  (queried: readonly string[], plain: readonly string[]): Target =>
  (_step, path) =>
    list(...(hasParameter(path) ? queried : plain));

test.each<[string, Target, string?]>([
  ['a shorter list', shorter],
  ['a redirect', (_step, path) => (isQuery(path) ? { status: 302 } : list('a'))],
  ['another string that is no JSON', bodies((path) => (hasParameter(path) ? 'a' : 'b'))],
  ['a difference that other queries do not show', (_step, path) => rows(path)],
  ['one that they do not show, on a strict path', strict((_step, path) => rows(path))],
  ['a repeated parameter', strict(repeated)],
])('an effect of a query is a finding: %s', async (_what, target, name) => {
  const [failed = 0, open] = (await run(target, name)).counts;
  expect([Math.min(failed, 1), open]).toEqual([1, 0]);
});

test.each<[string, string, Target]>([
  [
    'changes-response',
    '?m2m-unexpected=1: /data is an array of 1 instead of an array of 2; the same with 14 of 14 queries',
    shorter,
  ],
  [
    'changes-response',
    '?m2m-unexpected=1: the body is another one; the same with 14 of 14 queries',
    bodies((path) => (hasParameter(path) ? 'a' : 'b')),
  ],
  [
    'changes-status',
    '?m2m-unexpected=1: 302 without a body; the same with 17 of 17 queries',
    (_step, path) => (isQuery(path) ? { status: 302 } : list('a')),
  ],
])('%s: %s', async (cause, actual, target) => {
  const found = (await run(target)).judgements.find(({ kind }) => kind === 'fail');
  expect([causeOf(found), saidBy(unexpected, found).actual]).toEqual([cause, actual]);
});

test.each<[string, number, Target, string?]>([
  ['the list twice', 1, (_step, path) => list('a', 'b', ...(hasParameter(path) ? ['a', 'b'] : []))],
  [
    'another value beside one that varies',
    1,
    bodies((path, nth) => ({ at: nth, total: hasParameter(path) ? 0 : 7 })),
  ],
  ['the end of the list, on a strict path', 1, strict(either(['b', 'c'], ['a', 'b', 'c']))],
  [
    'another order of the guides, on a strict path',
    1,
    strict(either(['b', 'a'], ['a', 'b'])),
    'guides',
  ],
])('a difference is inconclusive: %s', async (_what, count, target, name) => {
  expect((await run(target, name)).counts).toEqual([0, count]);
});

test.each<[string, boolean, Target]>([
  ['gets a 5xx', true, (_step, path) => (isQuery(path) ? { status: 500 } : list('a'))],
  [
    'is no URI and gets no response',
    false,
    (_step, path, _nth, request) => cutOff(path, '%zz', request),
  ],
  [
    'is a URI and gets no response',
    true,
    (_step, path, _nth, request) => cutOff(path, 'limit', request),
  ],
])('a query that %s is inconclusive: %s', async (_what, isOpen, target) => {
  const [failed, inconclusive = 0] = (await run(target)).counts;
  expect([failed, inconclusive > 0]).toEqual([0, isOpen]);
});
function cutOff(path: string, part: string, request: Request) {
  return path.includes(part) ? { ...silence('closed'), request } : list('a');
}

const some = [list('a'), apiError(422), apiError(400)];
const inTurn: Target = (step, path) =>
  (isQuery(path) && some[Number(step.split('-')[1]) % 3]) || list('a');
test.each<[RegExp, Target]>([
  [/^\d+ queries ignored$/, () => list('a')],
  [/^\d+ ignored, \d+ refused with 400, 422$/, inTurn],
  [
    /^0 ignored, \d+ refused with 400$/,
    (_step, path) => (isQuery(path) ? apiError(400) : list('a')),
  ],
])('reports what happens to the queries: %s', async (expected, target) => {
  const { told, judgements } = await run(target);
  expect(told).toMatch(expected);
  const numbers = told.match(/\d+(?= ignored| queries| refused)/g) ?? [];
  expect(numbers.map(Number).reduce((sum, one) => sum + one)).toBe(judgements.length - 1);
  const silent = await run((step, ...of) =>
    step === 'query-0' ? silence('closed') : target(step, ...of),
  );
  expect(Number(/\d+/.exec(silent.told)?.[0])).toBeLessThanOrEqual(judgements.length - 2);
});

test('every endpoint that reads is requested', () => {
  const reads = ['guides', 'guide', 'insights', 'summaries', 'notifications', 'cash', 'portfolios'];
  const isRequested = (bound = boundTo('cash')) => unexpected.endpoints?.(bound.endpoint);
  expect([...reads, 'address', 'orders'].filter((name) => isRequested(boundTo(name)))).toEqual(
    reads,
  );
  for (const changes of [{ safety: 'write' }, { method: 'POST' }, { origin: 'token' }] as const)
    expect(isRequested(boundAs('cash', changes))).toBe(false);
});

const good: Given = { body: { data: [] } };
type Responding = (step: string) => ReturnType<typeof silence> | Given;

/** Responds with `other` to header names in another case, otherwise with `control`. */
const judged = (other: Responding, control: Responding = () => good) =>
  recorded(
    (ask) => judgeFieldNames(boundTo('cash'), ask),
    (step, _path, _nth, { headers }) =>
      headers.some(([name]) => name === 'X-User-Id') ? other(step) : control(step),
  );

test('the request has the same header values, and is sent once if it is served', async () => {
  const { sent, steps, kinds } = await judged(() => good);
  expect([steps, kinds]).toEqual([['names-in-other-case'], []]);
  const { headers = [] } = sent[0]?.request ?? {};
  expect(headers.map(([name]) => name)).toEqual(['accept', 'authorization', 'X-User-Id']);
  expect(headers.map(([, value]) => value)).toEqual(
    answered().request.headers.map(([, value]) => value),
  );
});

test.each([400, 401, 403])('two refusals with %d are a finding', async (status) => {
  expect((await judged(() => apiError(status))).causes).toEqual(['other-case']);
});

test.each<[string, string[], Responding, Responding?]>([
  ['a 404', [], () => apiError(404)],
  ['a 429', [], () => apiError(429)],
  ['a 500', [], () => apiError(500)],
  ['a 503', [], () => apiError(503)],
  ['no response', [], () => silence('timeout')],
  ['one refusal', ['inconclusive'], (step) => (step === 'names-again' ? good : apiError(401))],
  [
    'one refusal and load shedding',
    ['inconclusive'],
    (step) => apiError(step === 'names-again' ? 503 : 401),
  ],
  ...['names-control', 'names-control-after'].map(
    (refused): [string, string[], Responding, Responding] => [
      `refusals, and one of ${refused}`,
      [],
      () => apiError(401),
      (step) => (step === refused ? apiError(401) : good),
    ],
  ),
])('%s: %j', async (_what, kinds, other, control) => {
  expect((await judged(other, control)).kinds).toEqual(kinds);
});

const { headers } = answered().request;
test.each([
  ['as they are', true, headers],
  ['in lowercase', false, headers.map(([name, value]) => [name.toLowerCase(), value] as const)],
  ...['Proxy-Authorization', 'Authorization-Info', 'not-x-user-id', 'X-User-Id-Hint'].map(
    (name) =>
      [`and ${name}, which is another field`, true, [...headers, [name, 'text'] as const]] as const,
  ),
] as const)('other requirements judge field names %s: %s', (_what, expected, all) => {
  const guides = { method: 'GET', path: '/learn/learning-guides' };
  expect(isProper(answered({ request: { headers: all } }), guides)).toBe(expected);
});
