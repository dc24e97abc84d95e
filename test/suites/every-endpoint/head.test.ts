import { expect, test } from 'vitest';
import { faults } from '../../../fixtures/faults/index.ts';
import { variants } from '../../../fixtures/variants/index.ts';
import {
  certify,
  judgedAgain,
  outcomeLines,
  withOutcome,
} from '../../engine/session/in-process.ts';

// lightblue-platform/lightblue-core#26: HEAD without a token was served.

const only = ['auth/missing', 'user/missing', 'errors/*', 'http/answers', 'http/json-media-type'];
const quick = { claim: ['cash', 'portfolios'], only, depth: 'quick' } as const;

const lenient = ['head-mapped-before-guard', 'head-without-token-403', 'head-without-user-guard'];

test.each(
  faults.filter(({ id }) => lenient.includes(id)).map((fault) => [fault.id, fault] as const),
)(
  'HEAD without a required header is found, and nothing else: %s',
  { timeout: 120_000 },
  async (_id, { compose, breaks }) => {
    const { result, evidence } = await certify(quick, { compose });
    expect(withOutcome(result, 'fail', 'warn')).toEqual(breaks);
    expect(result.failures[0]?.curl).toContain('--head');
    expect(outcomeLines(await judgedAgain(evidence))).toEqual(outcomeLines(result));
  },
);

test.each(
  variants
    .filter(({ id }) => id.startsWith('head-'))
    .map((variant) => [variant.id, variant] as const),
)(
  'a server without HEAD, or with a body after it, is not accused: %s',
  { timeout: 120_000 },
  async (_id, { compose }) => {
    const { result } = await certify(quick, { compose });
    expect(result.failures.map(({ requirement, message }) => `${requirement}: ${message}`)).toEqual(
      [],
    );
    expect(withOutcome(result, 'inconclusive')).toEqual([]);
  },
);
