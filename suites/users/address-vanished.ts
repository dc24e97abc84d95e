import { type Ask, type Bound, briefly, fail, forSecond, type Judgement, type Request } from '../../engine/index.ts';
import { marksOf, readBack, readBackUntil, shown, showsEachTime } from '../address-read-back.ts';
import { type Address, firstAddress, putAddress, secondAddress } from '../address-update.ts';

/**
 * If the second user has no address, gives that user one and updates the first user's. Reports a violation if the
 * second user's address then disappears, and if that recurs. An earlier update of the run may have deleted it.
 */
export async function askVanished(bound: Bound, ask: Ask): Promise<Judgement | undefined> {
  const before = await readBack(bound, ask, 'vanished-before', 'second');
  if (before.texts.length > 0) return undefined;
  const [first, second] = [firstAddress(bound), secondAddress(bound)];
  const found = await vanishes(bound, ask, 'vanished-1', { first, second });
  return found && (await vanishes(bound, ask, 'vanished-2', { first: second, second: first }));
}

/** Gives the second user an address and then the first; a violation where the second user has none any more. */
async function vanishes(
  bound: Bound,
  ask: Ask,
  step: string,
  { first, second }: Readonly<Record<'first' | 'second', Address>>,
): Promise<Judgement | undefined> {
  const marks = marksOf(first, second);
  if (marks.first.length === 0) return undefined;
  const send = (name: string, request: Request) => ask(name, forSecond(request));
  const askSecond: Ask = Object.assign(send, { until: ask.until });
  await putAddress(bound, askSecond, `${step}-given`, second);
  const given = await readBackUntil(
    bound,
    askSecond,
    `${step}-given-read`,
    (one) => shown(one, marks.second).length > 0,
  );
  if (shown(given, marks.second).length === 0) return undefined;
  await putAddress(bound, ask, `${step}-update`, first);
  const own = await readBackUntil(bound, ask, `${step}-own`, (one) => shown(one, marks.first).length > 0);
  if (shown(own, marks.first).length === 0) return undefined;
  const after = await readBack(bound, ask, `${step}-after`, 'second');
  if (after.texts.length > 0) return undefined;
  const isLasting = await showsEachTime(
    bound,
    ask,
    `${step}-after`,
    'second',
    after,
    ({ texts }) => texts.length === 0,
  );
  if (!isLasting) return undefined;
  return fail(
    "an update deletes another user's address",
    'the address as before',
    `after an update for the first user: ${briefly(after.exchange)}`,
    after.exchange,
  );
}
