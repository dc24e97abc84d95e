import type { Answered, Ask, Bound, Exchange, Judgement } from '../../engine/index.ts';
import {
  disguisedError,
  inconclusive,
  isAnswered,
  isServed,
  jsonObject,
  summarize,
  symbol,
  withToken,
} from '../../engine/index.ts';

// If two nodes issue tokens in turn, the tokens of one node may be unknown to the API. A refused token may also have
// been revoked, because something else requested one for the same client. In that case the API refuses the token before
// it as well.

/** Seconds that a token has to last, so that none is renewed meanwhile. */
const fewestS = 60;
/** Milliseconds after which whoever had not heard of a token has, and has forgotten that it was refused. */
const knownMs = 11_000;
/** Milliseconds that all of it may take. */
const mostMs = 30_000;
/** Tokens of which two have to be refused: of those in turn every second one is. */
const most = 3;

/**
 * Returns the first refusal if the API refuses two new tokens, each while it still accepts the token before. Returns
 * undefined if it refuses none, and inconclusive if it refuses only one. `renewed` is the response that issued the
 * accepted token, or an earlier one.
 */
export async function refusedInTurn(
  name: string,
  renewed: Answered,
  bound: Bound,
  ask: Ask,
): Promise<Answered | Judgement | undefined> {
  if (!(Number(jsonObject(renewed)?.['expires_in']) >= fewestS)) return undefined;
  const refused: Answered[] = [];
  for (let nth = 0; nth === 0 || (refused.length === 1 && nth < most); nth++) {
    const refusal = await refusalOfNext(`next-${nth}`, name, renewed.endedAt + mostMs, bound, ask);
    if (refusal) refused.push(refusal);
  }
  // Where they revoked the one that the rest of the run uses, it is had again with this request and not in between others.
  await ask('former', bound.wellFormed(name));
  const [first, second] = refused;
  if (first === undefined || second !== undefined) return first;
  return inconclusive(`one of several tokens was refused: ${summarize(first)}`);
}

async function refusalOfNext(
  step: string,
  name: string,
  deadline: number,
  bound: Bound,
  ask: Ask,
): Promise<Answered | undefined> {
  // Each under a name of its own: the run has one again that is refused after another of the same name was accepted.
  const token = `token:${step}`;
  const issued = await ask(step, { ...bound.wellFormed(), yields: token });
  if (!isAnswered(issued) || issued.facts.tokens[token] === undefined) return undefined;
  const use = (nth: number) => ask(`${step}-used-${nth}`, withToken(bound.wellFormed(name), symbol(token)));
  const used = await use(0);
  if (!isRejection(used)) return undefined;
  await ask.until(used.endedAt + knownMs);
  for (const nth of [1, 2, 3, 4]) if (!isRejection(await use(nth))) return undefined;
  const former = await ask(`${step}-former`, bound.wellFormed(name));
  // At the first attempt: where the former one is refused too, the run has another one by the second.
  const isFormer = isServed(former) && former.key.attempt === 0 && former.endedAt < deadline;
  return isFormer ? used : undefined;
}

/** Whether the API rejects a token. */
export function isRejection(exchange: Exchange): exchange is Answered {
  return isAnswered(exchange) && [401, 403].includes(disguisedError(exchange) ?? exchange.answer.status);
}
