import type { Ask, Bound, Request } from '../../engine/index.ts';
import { forSecond, isAnswered, isRefusal, isSuccess, readableNames } from '../../engine/index.ts';

/**
 * Milliseconds without requests. Afterwards a server may look up, warm up or open something again.
 */
const restMs = 600;
/** So many refusals, with a success after each but the last, are no coincidence. */
const times = 3;

/**
 * Requests every readable endpoint once more for each user, after a pause. The monitors judge the
 * responses.
 */
export async function askAfterRest(
  { covers, wellFormed }: Bound,
  ask: Ask,
  since: number,
): Promise<void> {
  const names = readableNames.filter((name) => covers(name));
  await ask.until(since + restMs);
  const askAll = (suffix: string, request: (name: (typeof names)[number]) => Request) =>
    Promise.all(names.map((name) => askRested(ask, `at-the-end-${name}${suffix}`, request(name))));
  await askAll('', (name) => wellFormed(name));
  await askAll('-second', (name) => forSecond(wellFormed(name)));
}

/**
 * If the request is refused after each rest and served right after, the rest is the cause. The last
 * step says so.
 */
async function askRested(ask: Ask, step: string, request: Request): Promise<void> {
  for (let nth = 1; nth <= times; nth++) {
    const suffix = nth === times ? '-after-rest' : `-rested-${nth}`;
    const last = nth === times ? { purpose: 'served-before' as const } : {};
    const rested = await ask(nth === 1 ? step : `${step}${suffix}`, { ...request, ...last });
    if (nth === times || !isAnswered(rested) || !isRefusal(rested)) return;
    const next = await ask(`${step}-next-${nth}`, request);
    if (!isAnswered(next) || !isSuccess(next)) return;
    await ask.until(next.endedAt + restMs);
  }
}
