import { expect, test } from 'vitest';
import type { Exchange } from '../../../engine/exchange/exchange.ts';
import { ProxyRefusals } from '../../../engine/run/proxy-refusals.ts';
import { answered, get, key, noFacts } from '../samples.ts';

const at = (endedAt: number, why?: string): Exchange =>
  why === undefined
    ? { ...answered(200, key('case', endedAt), get()), endedAt }
    : {
        ...{ key: key('case', endedAt), request: get(), sentAt: 0, endedAt, facts: noFacts },
        answer: { lost: 'proxy', detail: why },
      };

test.each<[what: string, exchanges: readonly Exchange[], expected: string | undefined]>([
  ['no refusal', [at(1), at(2)], undefined],
  ['a refusal between two responses', [at(1), at(2, 'a'), at(3)], undefined],
  ['two refusals at the end', [at(1), at(2, 'a'), at(3, 'b')], 'b'],
])('%s, heard in any order', (_what, exchanges, expected) => {
  for (const order of [exchanges, exchanges.toReversed()]) {
    const refusals = new ProxyRefusals();
    for (const exchange of order) refusals.hear(exchange);
    expect(refusals.latest('jwks')).toBeUndefined();
    expect(refusals.latest('api', 'token')).toBe(expected);
  }
});
