import { expect, test } from 'vitest';
import type { TokenFacts, WireForm } from '../../engine/exchange/exchange.ts';
import { placedCases } from '../../engine/run/series.ts';
import { forged } from '../../suites/every-endpoint/auth-forged.ts';
import { boundTo } from '../suites/asking.ts';

/** Of the cases, the one that needs a second token of that form. */
function ofAnother(form: TokenFacts['form']) {
  const facts = { tokens: { 'token:unscoped': { form } }, refusedTokens: {}, guideIds: [] };
  const cases = placedCases(forged.cases(boundTo('cash', { depth: 'deep', facts })), 'deep', 7);
  return [...cases].map((placed) => placed.case).filter(({ label }) => label.includes('another genuine token'));
}

test('the signature of another token is sent where there is another signed one, which is shown on the wire', () => {
  expect(ofAnother('opaque')).toEqual([]);
  const [sent, ...others] = ofAnother('jws');
  expect(others).toEqual([]);
  const isSent = (unscoped: string) => {
    const tokens: Readonly<Record<string, string>> = {
      'token:scoped': 'head.claims.signed',
      'token:unscoped': unscoped,
    };
    const wire: WireForm = {
      path: '/cash',
      header: () => undefined,
      body: undefined,
      resolved: (name) => tokens[name],
    };
    return sent?.proof?.(wire);
  };
  expect(isSent('head.others.signature')).toBe(true);
  // The same claims: whatever signature stands there is genuine.
  expect(isSent('head.claims.signature')).toBe(false);
});
