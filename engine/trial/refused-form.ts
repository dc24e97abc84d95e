import type { Ask } from '../catalogue/index.ts';
import { type Exchange, isAnswered, type Request, say } from '../exchange/index.ts';
import { Inconclusive, summary, takenBy } from '../judging/index.ts';

/** Refusals that depend on the moment, a lock or a state. */
const passing = [402, 408, 409, 412, 421, 423, 425, 428];

const times = 2;

/**
 * Undefined if the form is accepted. Its refusal counts if the plain form is accepted before and
 * after: no limit, state or replica explains it. Throws `Inconclusive` otherwise.
 */
export async function refusalOfForm(ask: Ask, step: string, form: Request, plain: Request) {
  const first = await ask(step, form);
  if (takenBy(first) === 'accepted') return undefined;
  const refusal = requireRefused(first);
  for (let nth = 1; nth <= times; nth++) {
    // Twice before: a server that refuses every second request refuses one of them.
    for (const name of ['before', 'before-too', 'again', 'after']) {
      const exchange = await ask(`${step}-${name}-${nth}`, name === 'again' ? form : plain);
      if (name === 'again') requireRefused(exchange, 'refused once, and not when sent again: ');
      else if (takenBy(exchange) !== 'accepted') {
        throw new Inconclusive(say`refused, but so is the usual form: ${summary(exchange)}`);
      }
    }
  }
  return refusal;
}

function requireRefused(exchange: Exchange, why = '') {
  const isRefused = isAnswered(exchange) && takenBy(exchange) === 'refused';
  if (!isRefused) throw new Inconclusive(say`${why}${summary(exchange)}`);
  if (!passing.includes(exchange.answer.status)) return exchange;
  throw new Inconclusive(
    say`the refusal does not concern the form of the request: ${summary(exchange)}`,
  );
}
