import {
  type Answered,
  type Ask,
  briefly,
  fail,
  headerLines,
  isAnswered,
  isLoadShedding,
  isServed,
  type Judgement,
  type Proof,
  pass,
  type Request,
  symbol,
  withHeader,
} from '../../engine/index.ts';

/** A request that must be refused, and the finding if the target serves it. */
export interface ToBeRefused {
  /** The name of its step. */
  readonly step: string;
  readonly request: Request;
  readonly proof?: Proof;
  readonly cause: string;
  readonly expected: string;
  /** Whether it was served; absent: a success that says no error. */
  readonly isServed?: (answered: Answered) => boolean;
}

/**
 * Reports a violation if the request is served twice. Returns nothing if it is served only once, or gets no response.
 */
export async function judgeServedTwice(ask: Ask, one: ToBeRefused): Promise<readonly Judgement[]> {
  const { step, request, proof, cause, expected, isServed: isLetIn = isServed } = one;
  const first = await ask(step, request, proof);
  if (!isAnswered(first) || isLoadShedding(first)) return [];
  if (!isLetIn(first)) return [pass()];
  const again = await ask(`${step}-again`, request, proof);
  return isAnswered(again) && isLetIn(again) ? [fail(cause, expected, briefly(again), again)] : [];
}

/**
 * Does the same after a valid request on the same connection, whose state may leak into the next request. Returns
 * nothing if the valid request is not accepted.
 */
export async function judgeBehindGood(
  ask: Ask,
  { good, connection, ...one }: ToBeRefused & { readonly good: Request; readonly connection: string },
): Promise<readonly Judgement[]> {
  if (!(await isAccepted(ask, `${one.step}-good`, { ...good, connection }))) return [];
  return judgeServedTwice(ask, { ...one, request: { ...one.request, connection } });
}

/**
 * Returns a function that adds the cookies from a response to `whole`. Undefined if the control set none. Each
 * requirement has its own cookies.
 */
export async function withItsCookies(
  ask: Ask,
  { of, whole, control }: { readonly of: string; readonly whole: Request; readonly control: Answered | undefined },
): Promise<((request: Request) => Request) | undefined> {
  if (!control || headerLines(control, 'Set-Cookie').length === 0) return undefined;
  const keeps = `cookies:${of}`;
  if (!(await isAccepted(ask, 'cookies', { ...whole, keeps }))) return undefined;
  return (request) => withHeader(request, 'Cookie', symbol(keeps));
}

/** Whether the request is served. */
export async function isAccepted(ask: Ask, step: string, request: Request): Promise<boolean> {
  return isServed(await ask(step, request));
}
