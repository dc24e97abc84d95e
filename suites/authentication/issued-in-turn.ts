import type { Answered, Ask, Bound, Exchange, NoViolation } from '../../engine/index.ts';
import {
  disguisedError,
  inconclusive,
  isAnswered,
  isServed,
  jsonObject,
  say,
  summary,
  symbol,
  withToken,
} from '../../engine/index.ts';

// If two nodes issue tokens in turn, the tokens of one node may be unknown to the API. A refused
// token may also have been revoked, because something else requested one for the same client. In
// that case the API refuses the token before it as well.

/** The shortest lifetime in seconds: the run must renew no token in between. */
const fewestS = 60;
/**
 * Milliseconds after which every server knows a new token, and no cache still keeps its refusal.
 */
const knownMs = 11_000;
/** Refusals count until this many milliseconds after the response `renewed`. */
const mostMs = 30_000;
/**
 * The most tokens requested. Two must be refused: if two nodes issue tokens in turn, every second
 * token is.
 */
const most = 3;

/**
 * Returns the first refusal if the API refuses two new tokens, each while it still accepts the
 * token before. Returns undefined if it refuses none, and inconclusive if it refuses only one.
 * `renewed` is the response that issued the accepted token, or an earlier one.
 */
export async function refusedInTurn(
  name: string,
  renewed: Answered,
  bound: Bound,
  ask: Ask,
): Promise<Answered | NoViolation | undefined> {
  if (!(Number(jsonObject(renewed)?.['expires_in']) >= fewestS)) return undefined;
  const refused: Answered[] = [];
  for (let nth = 0; nth === 0 || (refused.length === 1 && nth < most); nth++) {
    const refusal = await refusalOfNext(`next-${nth}`, name, renewed.endedAt + mostMs, bound, ask);
    if (refusal) refused.push(refusal);
  }
  // If the new tokens revoked the run's token, the run renews it with this request, and not in
  // between others.
  await ask('former', bound.wellFormed(name));
  const [first, second] = refused;
  if (first === undefined || second !== undefined) return first;
  return inconclusive(say`one of several tokens was refused: ${summary(first)}`);
}

async function refusalOfNext(
  step: string,
  name: string,
  deadline: number,
  bound: Bound,
  ask: Ask,
): Promise<Answered | undefined> {
  // Each token has its own name. The run would renew a refused one if another of the same name was
  // accepted before.
  const token = `token:${step}`;
  const issued = await ask(step, { ...bound.wellFormed(), yields: token });
  if (!isAnswered(issued) || issued.facts.tokens[token] === undefined) return undefined;
  const use = (nth: number) =>
    ask(`${step}-used-${nth}`, withToken(bound.wellFormed(name), symbol(token)));
  const used = await use(0);
  if (!isRejection(used)) return undefined;
  await ask.until(used.endedAt + knownMs);
  for (const nth of [1, 2, 3, 4]) if (!isRejection(await use(nth))) return undefined;
  const former = await ask(`${step}-former`, bound.wellFormed(name));
  // Only the first attempt counts: if the former token is refused too, the run renews it before the
  // second attempt.
  const isFormer = isServed(former) && former.key.attempt === 0 && former.endedAt < deadline;
  return isFormer ? used : undefined;
}

/**
 * Whether the API rejects the token: with 401 or 403, or with a 2xx whose ApiError states one of
 * them.
 */
export function isRejection(exchange: Exchange): exchange is Answered {
  return (
    isAnswered(exchange) && [401, 403].includes(disguisedError(exchange) ?? exchange.answer.status)
  );
}
