import { expect, test } from 'vitest';
import type { Scenario } from '../../engine/catalogue/check.ts';
import { malformedIds } from '../../fixtures/malformed/guide-id.ts';
import { guide } from '../../suites/learn/guide.ts';
import { sampled } from '../../suites/learn/sampled.ts';
import { asking, boundTo, silence, type Target } from './asking.ts';

const fetch = guide.requirements.find(({ id }) => id === 'guide/fetch') as Scenario;
const guideIds = ['a', 'b', 'c'].map((letter) => letter.repeat(24));
const bound = boundTo('guide', { facts: { tokens: {}, refusedTokens: {}, guideIds } });
const listed = { body: { data: guideIds.map((id) => ({ id })) } };

const kinds = async (target: Target) => (await fetch.run(bound, asking(target))).map(({ kind }) => kind);

test('a guide of its own for each id', async () => {
  const found = await kinds((_step, path) => ({ body: { path } }));
  expect(found).toEqual(['held', 'held', 'held', 'held']);
});

test('one that is not found, though it is still listed', async () => {
  const found = await kinds((step, path) => {
    if (step.startsWith('listing')) return listed;
    return path.includes('guide:1') ? { status: 404, body: {} } : { body: { path } };
  });
  expect(found).toEqual(['held', 'violated', 'held', 'held']);
});

test('one that left the listing meanwhile is none of those that have to come', async () => {
  const found = await kinds((step, path) => {
    if (step.startsWith('listing')) return { body: { data: [{ id: guideIds[0] }, { id: guideIds[2] }] } };
    return path.includes('guide:1') ? { status: 404, body: {} } : { body: { path } };
  });
  expect(found).toEqual(['held', 'held', 'held']);
});

test('where none of those that fail to come is listed any longer, and no other comes, nothing is known', async () => {
  const empty = { body: { data: [] } };
  expect(await kinds((step) => (step.startsWith('listing') ? empty : { status: 404, body: {} }))).toEqual([
    'unanswered',
  ]);
});

test('the same guide for every id, also where a time in it moves', async () => {
  expect(await kinds(() => ({ body: { title: 'A' } }))).toContain('violated');
  expect(await kinds((_step, _path, nth) => ({ body: { title: 'A', servedAt: nth } }))).toContain('violated');
});

test('what is out of reach or silent is no finding', async () => {
  const refusal = { status: 403, error: { message: 'no' }, responseId: 'x' };
  expect(await kinds(() => ({ status: 403, body: refusal }))).toEqual(['unanswered', 'unanswered', 'unanswered']);
  expect(await kinds(() => silence('timeout'))).toEqual(['unanswered', 'unanswered', 'unanswered']);
  expect(await kinds(() => ({ status: 500 }))).toEqual(['unanswered', 'unanswered', 'unanswered']);
});

test('a list is no guide', async () => {
  const found = await kinds((step) => (step.startsWith('listing') ? listed : { body: [] }));
  expect(found.slice(0, 3)).toEqual(['violated', 'violated', 'violated']);
});

test('without ids there is nothing to judge, and nothing is asked', async () => {
  const steps: string[] = [];
  const ask = asking((step) => {
    steps.push(step);
    return {};
  });
  expect(await fetch.run(boundTo('guide'), ask)).toMatchObject([{ kind: 'unanswered' }]);
  expect(steps).toEqual([]);
});

test('a long text that is another one every time may be what tells two guides apart', async () => {
  const found = await kinds((_step, _path, nth) => ({
    body: { page: `https://files.example/signed/${'x'.repeat(40)}/${nth}` },
  }));
  expect(found).toEqual(['held', 'held', 'held', 'unanswered']);
});

const named = { body: { data: guideIds.map((id, nth) => ({ id, title: `Guide ${nth}` })) } };

/** A target that serves for the second id what `second` says, and its own title for each other. */
const serving = (second: object): Target => {
  return (step, path) => {
    if (step.startsWith('listing')) return named;
    const nth = Number(/guide:(\d)/.exec(path)?.[1]);
    return { body: nth === 1 ? second : { title: `Guide ${nth}`, chapters: [] } };
  };
};

test('two ids, of which one yields the guide of the other', async () => {
  expect(await kinds(serving({ title: 'Guide 0', chapters: [] }))).toEqual(['held', 'held', 'held', 'violated']);
  expect(await kinds(serving({ title: 'Guide 2', chapters: [] }))).toEqual(['held', 'held', 'held', 'violated']);
});

test('two guides without content of their own may look alike', async () => {
  const found = await kinds((step, path) => {
    if (step.startsWith('listing')) return named;
    return { body: path.includes('guide:2') ? { chapters: ['one'] } : { chapters: [] } };
  });
  expect(found).toEqual(['held', 'held', 'held', 'held']);
});

test('a sample has the first and the last, and no place twice', () => {
  expect(sampled(0)).toEqual([]);
  expect(sampled(3)).toEqual([0, 1, 2]);
  for (const length of [20, 21, 39, 200]) {
    const places = sampled(length);
    expect(new Set(places).size).toBe(20);
    expect(places[0]).toBe(0);
    expect(places.at(-1)).toBe(length - 1);
  }
});

test('no malformed id is well-formed, and none names another route', () => {
  for (const { id } of malformedIds('0123456789abcdef01234567')) {
    expect(id).not.toMatch(/^[0-9a-fA-F]{24}$/);
    expect(id).not.toMatch(/^$|\.\.|[/\\%\0]/);
  }
});
