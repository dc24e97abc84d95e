import { expect, test } from 'vitest';
import { askForOthers, guide } from '../../../suites/learn/guide.ts';
import { answered } from '../answered.ts';
import { causeOf, requirementOf } from '../asking.ts';
import { recorded } from '../recorded.ts';
import { saidBy } from '../said.ts';
import { entry, guideIds, knowing } from './fetching.ts';

const cash = { data: 'what only the endpoint for cash responds with' };
const bound = knowing(guideIds, { covers: (name) => ['guide', 'cash'].includes(name) });

test.each([
  ['other-endpoint', () => ({ body: cash })],
  ['pass', (path: string) => ({ body: path === '/cash' ? cash : entry('a') })],
])('guide/malformed-id is %s if an encoded path is served', async (cause, target) => {
  const control = answered({ body: entry('a') });
  const { judgements } = await recorded(
    (ask) => askForOthers(bound, ask, control),
    (_step, path) => target(path),
  );
  expect(new Set(judgements.map(causeOf))).toEqual(new Set([cause]));
  if (cause === 'pass') return;
  expect(saidBy(requirementOf(guide, 'malformed-id'), judgements[0]).expected).toMatch(
    /^no data of \/cash: /,
  );
});
