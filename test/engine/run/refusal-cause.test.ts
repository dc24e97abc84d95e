import { expect, test } from 'vitest';
import type { Exchange } from '../../../engine/exchange/exchange.ts';
import { withBody, withToken, withUser } from '../../../engine/exchange/request.ts';
import { symbol } from '../../../engine/exchange/value.ts';
import { RefusalCauses } from '../../../engine/run/refusal-cause.ts';
import { answered, get, key } from '../samples.ts';

const users = ['ann', 'bob', 'cem'];

/** Requests of several users in flight together: accepted, malformed ones refused, and then all refused once. */
function revocation(beganAt: number): Exchange[] {
  const at = (one: Exchange, ms: number): Exchange => ({ ...one, sentAt: beganAt + ms, endedAt: beganAt + ms + 20 });
  return users.flatMap((user, nth) => {
    const read = withUser(withToken(get(), symbol('token:scoped')), user);
    const write = withBody({ ...read, method: 'PATCH', path: '/address' }, `{"line${nth}":`);
    const of = key(`${user} ${beganAt}`, nth);
    return [
      at(answered(200, of, read), nth),
      at(answered(400, { ...of, endpoint: 'PATCH /address' }, write), 5 + nth),
      at(answered(401, of, read), 15 + nth),
      at(answered(200, of, read), 100 + nth),
    ];
  });
}

test.each([
  ['one revocation of a token that three users have is no proof, whoever caused it', [1_000], false],
  ['three revocations are one, each soon after malformed requests', [1_000, 3_000, 5_000], true],
] as const)('%s', (_what, times, isFound) => {
  const causes = new RefusalCauses();
  for (const exchange of times.flatMap(revocation)) causes.hear(exchange);
  expect(causes.find() !== undefined).toBe(isFound);
});
