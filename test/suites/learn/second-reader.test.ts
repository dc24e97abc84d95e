import { expect, test } from 'vitest';
import type { Exchange } from '../../../engine/index.ts';
import type { Given } from '../answered.ts';
import { apiError } from '../api-error.ts';
import { allPass, fetched, type Guides, guideIds, knowing, listing } from './fetching.ts';

const [one = '', other = ''] = guideIds;
const missing: Guides = ({ id, user }) =>
  user === 'second' && id === other ? apiError(404) : undefined;
const at = (step: string, given: Given | Exchange, then: Guides = missing): Guides => {
  return (asked) => (asked.step === step ? given : then(asked));
};

const refusals = [apiError(404), apiError(403)];
test.each(refusals)(
  'a guide that is listed for the second user, and gets %j, is a finding',
  async (given) => {
    const { kinds, last } = await fetched(({ id, user }) =>
      user === 'second' && id === other ? given : undefined,
    );
    expect(kinds).toBe(`${allPass},fail`);
    expect(last).toMatchObject({ exchange: { key: { step: 'guide-second-1-again' } } });
  },
);

test('it is a finding if the second user gets no guide, and the first user gets all', async () => {
  const { kinds } = await fetched(({ id, user }) =>
    user === 'second' && id ? apiError(404) : undefined,
  );
  expect(kinds).toBe(`${allPass},fail,fail,fail`);
});

test('a guide that only the second user has is requested by its id, once', async () => {
  const alone = 'd'.repeat(24);
  const { kinds, steps } = await fetched(({ id, user }) => {
    if (user === 'second' && !id) return listing(alone, 'no id', one, alone);
    return user === 'second' && id === alone ? apiError(404) : undefined;
  });
  expect(kinds).toBe(`${allPass},fail`);
  expect(steps.filter((step) => /^second-\d$/.test(step))).toHaveLength(2);
});

test.each<[string, Guides]>([
  ['is missing once', ({ step }) => (step === 'second-1' ? apiError(404) : undefined)],
  ['has left the listing', at('listing-second-1', listing(one))],
  [
    'is forbidden like all others',
    ({ id, user }) => (user === 'second' && id ? { status: 403 } : undefined),
  ],
])('a guide is no finding if it %s', async (_what, target) => {
  expect((await fetched(target)).kinds).toBe(allPass);
});

test('no guide is requested if the listing is refused', async () => {
  const { kinds, steps } = await fetched(at('second-listing', apiError(403), () => undefined));
  expect([kinds, steps.at(-1)]).toEqual([allPass, 'second-listing']);
});

test('nothing is requested if the listing is not covered', async () => {
  const { steps } = await fetched(() => undefined, knowing(guideIds, { covers: () => false }));
  expect(steps.filter((step) => step.startsWith('second'))).toEqual([]);
});
