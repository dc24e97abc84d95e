import { expect, test } from 'vitest';
import { valueText } from '../../../engine/index.ts';
import { beforeEffects } from '../../../suites/every-endpoint/auth-refusals.ts';
import { boundTo, untilNow } from '../asking.ts';
import { addressBound, type Behaviour, serving } from '../users/address-stub.ts';

/**
 * Judges an address server. Resolves to the kinds of judgements and the header values that it
 * received.
 */
async function judged(behaviour: Behaviour = {}, bound = addressBound()) {
  const { ask } = serving(behaviour);
  const values: string[] = [];
  const judgements = await beforeEffects.probing?.(
    bound,
    untilNow((step, request, proof) => {
      values.push(...request.headers.map(([, value]) => valueText(value)));
      return ask(step, request, proof);
    }),
  );
  return { kinds: [...new Set((judgements ?? []).map(({ kind }) => kind))], values };
}

test('a rejected request changes nothing', async () => {
  expect((await judged()).kinds).toEqual(['pass']);
  const hasty: Behaviour = { hasty: (sent, stored, user) => void stored.set(user, sent) };
  expect((await judged(hasty)).kinds).toContain('fail');
});

test('an expired token is sent only if the operator has one', async () => {
  const bound = addressBound();
  const expired = { ...bound.facts, tokens: { 'token:expired': { form: 'jws' } as const } };
  expect((await judged()).values).not.toContain('Bearer {{token:expired}}');
  expect((await judged({}, { ...bound, facts: expired })).values).toContain(
    'Bearer {{token:expired}}',
  );
});

test('nothing is requested without a read-back, or from other endpoints', async () => {
  const { addressReadBack: _none, ...profile } = addressBound().profile;
  for (const bound of [{ ...addressBound(), profile }, boundTo('cash')]) {
    expect(await judged({}, bound)).toEqual({ kinds: [], values: [] });
  }
});
