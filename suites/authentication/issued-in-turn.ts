import {
  type Answered,
  type Ask,
  type Bound,
  disguisedError,
  type Exchange,
  inconclusive,
  isAnswered,
  isServed,
  jsonObject,
  say,
  summary,
  symbol,
  withToken,
} from '../../engine/index.ts';

// If two nodes issue tokens in turn, the API may not know the tokens of one node. If a refused
// token was revoked instead, because something else requested one, so was the token before it.

/** The shortest lifetime in seconds: the run must renew no token in between. */
const fewestS = 60;
/** Milliseconds after which every server knows a new token, and no cache keeps its refusal. */
const knownMs = 11_000;
/** Refusals count until this many milliseconds after the response `renewed`. */
const mostMs = 30_000;
/** The most tokens requested. Two must be refused, as every second one of two nodes is. */
const most = 3;

/**
 * The first refusal if the API refuses two new tokens, each while it still accepts the token
 * before; undefined if it refuses none. `renewed` issued the accepted token, or an earlier one.
 */
export async function refusedInTurn(name: string, renewed: Answered, bound: Bound, ask: Ask) {
  if (!(Number(jsonObject(renewed)?.['expires_in']) >= fewestS)) return undefined;
  const refused: Answered[] = [];
  for (let nth = 0; nth === 0 || (refused.length === 1 && nth < most); nth++) {
    const refusal = await refusalOfNext(`next-${nth}`, name, renewed.endedAt + mostMs, bound, ask);
    if (refusal) refused.push(refusal);
  }
  // Renews the run's token if the new ones revoked it.
  await ask('former', bound.wellFormed(name));
  const [first, second] = refused;
  if (first === undefined || second !== undefined) return first;
  return inconclusive(say`one of several tokens was refused: ${summary(first)}`);
}

async function refusalOfNext(step: string, name: string, deadline: number, bound: Bound, ask: Ask) {
  // The run would renew a refused token if another of the same name was accepted before.
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
  // Before a second attempt, the run renews a refused former token.
  const isFormer = isServed(former) && former.key.attempt === 0 && former.endedAt < deadline;
  return isFormer ? used : undefined;
}

/** Whether the token gets 401 or 403, or a 2xx whose ApiError states one of them. */
export function isRejection(exchange: Exchange): exchange is Answered {
  return (
    isAnswered(exchange) && [401, 403].includes(disguisedError(exchange) ?? exchange.answer.status)
  );
}
