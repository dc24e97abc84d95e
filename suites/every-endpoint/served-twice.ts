import {
  type Answered,
  type Ask,
  briefly,
  headerLines,
  held,
  isAnswered,
  isLoadShedding,
  isServed,
  type Judgement,
  type Proof,
  type Request,
  symbol,
  violated,
  withHeader,
} from '../../engine/index.ts';

/** A request that has to be refused, and what it says of a target that serves it. */
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

/** Violated where the request is served, and served again; nothing is said where no answer came. */
export async function judgeServedTwice(ask: Ask, one: ToBeRefused): Promise<readonly Judgement[]> {
  const { step, request, proof, cause, expected, isServed: isLetIn = isServed } = one;
  const first = await ask(step, request, proof);
  if (!isAnswered(first) || isLoadShedding(first)) return [];
  if (!isLetIn(first)) return [held()];
  const again = await ask(`${step}-again`, request, proof);
  return isAnswered(again) && isLetIn(again) ? [violated(cause, expected, briefly(again), again)] : [];
}

/**
 * The same behind a good request on one connection, which may keep who asked, or what for; where that one is not accepted,
 * nothing is said.
 */
export async function judgeBehindGood(
  ask: Ask,
  { good, connection, ...one }: ToBeRefused & { readonly good: Request; readonly connection: string },
): Promise<readonly Judgement[]> {
  if (!(await isAccepted(ask, `${one.step}-good`, { ...good, connection }))) return [];
  return judgeServedTwice(ask, { ...one, request: { ...one.request, connection } });
}

/**
 * The request with the cookies that an answer to `whole` sets, where the control did set some; undefined where there are
 * none. Each requirement keeps its own.
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

/** Whether the request is served as it is to be. */
export async function isAccepted(ask: Ask, step: string, request: Request): Promise<boolean> {
  return isServed(await ask(step, request));
}
