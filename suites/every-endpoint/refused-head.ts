import type { Answered, AnyFail, Ask, Bound, NoViolation, Request } from '../../engine/index.ts';
import {
  isAnswered,
  isLoadShedding,
  isServed,
  isServerError,
  withHeader,
} from '../../engine/index.ts';

/** A header that HEAD needs as much as GET does. */
interface Needed<F> {
  /** Returns the request without the header. */
  readonly lacking: (request: Request) => Request;
  /** Judges the status of a response. HEAD has no body to judge. */
  readonly judge: (answered: Answered) => NoViolation | F;
}

/**
 * Sends HEAD without a required header. A router may map HEAD before the guard of GET (RFC 9110
 * section 9.3.2: both are treated alike). Judges only an endpoint that serves HEAD to a well-formed
 * request, and only what shows twice.
 */
export async function judgeHead<F extends AnyFail>(
  bound: Bound,
  ask: Ask,
  { lacking, judge }: Needed<F>,
): Promise<readonly (NoViolation | F)[]> {
  const { endpoint, wellFormed } = bound;
  if (endpoint.origin !== 'api' || endpoint.method !== 'GET') return [];
  // On a new connection: if a response to HEAD had a body, the client would take it for the next
  // response.
  const head = (request: Request) =>
    withHeader({ ...request, method: 'HEAD' }, 'Connection', 'close');
  const judged = async (step: string): Promise<NoViolation | F | undefined> => {
    const came = await ask(step, head(lacking(wellFormed())));
    if (!isAnswered(came) || isLoadShedding(came) || isServerError(came)) return undefined;
    const judgement = judge(came);
    return judgement.kind === 'fail' ? { ...judgement, exchange: came } : judgement;
  };
  const first = await judged('head');
  if (first?.kind !== 'fail') return first ? [first] : [];
  if (!isServed(await ask('head-control', head(wellFormed())))) return [];
  const again = await judged('head-again');
  return again ? [again] : [];
}
