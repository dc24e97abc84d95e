import { expect, test } from 'vitest';
import { type Ask, type Bound, delivered, type Exchange, type Judgement, sentHeader } from '../../../engine/index.ts';
import { ok as summariesOk } from '../../../suites/daily-summaries/shape.ts';
import type { Given } from '../../suites/answered.ts';
import { apiError } from '../../suites/api-error.ts';
import { asking, boundTo, silence } from '../../suites/asking.ts';

const ok = delivered({ id: 'cash/ok', method: 'GET', path: '/cash', rule: '', section: '' });

async function probing(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  return (await ok.probing?.(bound, ask)) ?? [];
}

interface Answers {
  readonly second?: Given | Exchange;
  readonly elsewhere?: Given | Exchange;
}

/** What is judged where the first user is served, and the steps taken. */
async function judged({ second = { body: {} }, elsewhere = { body: {} } }: Answers, changes: Partial<Bound> = {}) {
  const steps: string[] = [];
  const paths: string[] = [];
  const ask = asking((step, path, _nth, request) => {
    steps.push(step);
    paths.push(path);
    if (!sentHeader(request, 'x-user-id').join().includes('second')) return { body: {} };
    return path === '/cash' ? second : elsewhere;
  });
  const judgements = await probing(boundTo('cash', changes), ask);
  return { steps, paths, kinds: judgements.map(({ kind }) => kind) };
}

const before = [
  'request',
  'at-once-1',
  'at-once-2',
  'at-once-3',
  ...Array.from({ length: 12 }, (_, nth) => `in-turn-${nth}`),
  ...Array.from({ length: 5 }, (_, nth) => `beside-${nth}`),
  'names-in-other-case',
];

test('whoever is refused because others ask at the same time shows it', async () => {
  const ask = asking((step) => (step === 'at-once-2' ? apiError(409) : { body: {} }));
  const judgements = await probing(boundTo('cash'), ask);
  expect(judgements.map(({ kind }) => kind)).toEqual(['held', 'observed', 'violated']);
});

test('whoever is refused because another user asks at the same time shows it, and that user does not', async () => {
  const kindsWith = async (user: string) => {
    const ask = asking((step, _path, _nth, request) => {
      const isMeant = step.startsWith('beside') && sentHeader(request, 'x-user-id').join().includes(user);
      return isMeant ? apiError(400) : { body: {} };
    });
    return (await probing(boundTo('cash'), ask)).map(({ kind }) => kind);
  };
  expect(await kindsWith('first')).toEqual(['held', 'observed', 'violated', 'violated']);
  expect(await kindsWith('second')).toEqual(['held', 'observed']);
});

test.each<[string, number, number]>([
  ['was not answered', 11, 0],
  ['was answered, and an earlier one was not', 1, 5],
])('whether both users then ask at the same time, where the last request %s', async (_what, unanswered, times) => {
  const steps: string[] = [];
  const ask = asking((step) => {
    steps.push(step);
    return step === `in-turn-${unanswered}` ? silence('closed') : { body: {} };
  });
  await probing(boundTo('cash'), ask);
  expect(steps.filter((step) => step.startsWith('beside'))).toHaveLength(times);
});

test('a monitor that judges the answers as they come has nothing to add to them', async () => {
  const ask = asking(() => ({ body: {} }));
  expect(await summariesOk.probing?.(boundTo('summaries'), ask)).toEqual([]);
});

test.each([
  [2, 9],
  [9, 2],
  [16, 1],
])('every %ith request that is answered with a 304 shows it', async (every, times) => {
  const ask = asking((_step, _path, nth) => ((nth + 1) % every === 0 ? { status: 304 } : { body: {} }));
  const kinds = (await probing(boundTo('cash', { hasSecondUser: false }), ask)).map(({ kind }) => kind);
  expect(kinds).toEqual(['held', 'observed', ...Array.from({ length: times }, () => 'violated')]);
});

test('a second user who is served adds nothing', async () => {
  expect(await judged({})).toMatchObject({ kinds: ['held', 'observed'], steps: [...before, 'second-user'] });
});

test('one who is refused counts where other endpoints serve that user', async () => {
  const { kinds, steps, paths } = await judged({ second: apiError(401) });
  expect(kinds).toEqual(['held', 'observed', 'violated']);
  expect(steps).toEqual([...before, 'second-user', 'second-user-elsewhere']);
  expect(paths.at(-1)).toBe('/learn/learning-guides');
});

test.each<[string, Answers]>([
  ['is refused elsewhere, too', { second: apiError(401), elsewhere: apiError(401) }],
  ['gets no answer elsewhere', { second: apiError(401), elsewhere: silence('closed') }],
  ['does not exist in the run', { second: { ...silence('closed'), answer: { lost: 'no-credential', detail: '' } } }],
  ['has no data here', { second: apiError(404) }],
  ['meets a failure', { second: { status: 500 } }],
])('one who %s counts for nothing', async (_what, answers) => {
  expect((await judged(answers)).kinds).toEqual(['held', 'observed']);
});

test('of a refusal by its schema the violation alone counts', async () => {
  const { endpoint } = boundTo('cash');
  const pinned = { endpoint: { ...endpoint, responseSchema: { required: ['data'] } } };
  const ask = asking((_step, _path, _nth, request) => {
    const isSecond = sentHeader(request, 'x-user-id').join().includes('second');
    return { body: isSecond ? {} : { data: 1 } };
  });
  const judgements = await probing(boundTo('cash', pinned), ask);
  expect(judgements.map(({ kind }) => kind)).toEqual(['held', 'observed', 'violated']);
});

test('the endpoint itself is no witness', async () => {
  const { steps, kinds } = await judged({ second: apiError(401) }, { covers: (name) => name === 'cash' });
  expect(kinds).toEqual(['held', 'observed']);
  expect(steps).toEqual([...before, 'second-user']);
});
