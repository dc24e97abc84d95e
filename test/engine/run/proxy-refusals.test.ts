import { expect, test } from 'vitest';
import type { Exchange, Send } from '../../../engine/exchange/exchange.ts';
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

test('a read that was served is repeated only if the latest request to the API was refused', async () => {
  const refusals = new ProxyRefusals();
  const sent: string[] = [];
  const send: Send = async (itsKey, request) => {
    sent.push(`${request.method} ${itsKey.step}`);
    const came = { ...at(4), key: itsKey, request };
    refusals.hear(came);
    return came;
  };
  for (const exchange of [at(1), at(2)]) refusals.hear(exchange);
  await refusals.ask(send);
  expect(sent).toEqual([]);
  refusals.hear(at(3, 'a'));
  await refusals.ask(send);
  expect(sent).toEqual(['GET past-the-proxy']);
  expect(refusals.latest('api')).toBeUndefined();
});
