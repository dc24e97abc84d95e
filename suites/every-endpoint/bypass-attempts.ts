import type {
  Answered,
  AnyFail,
  Ask,
  Bound,
  Exchange,
  Fail,
  NoViolation,
  Proof,
  Recipe,
  Request,
} from '../../engine/index.ts';
import {
  fail,
  following,
  headerLines,
  isAnswered,
  isLoadShedding,
  isServed,
  isServerError,
  onSameConnection,
  pass,
  symbol,
  withHeader,
} from '../../engine/index.ts';
import { spellings } from '../../fixtures/malformed/path-spelling.ts';
import { judgeSpelledOtherwise } from './spelled-otherwise.ts';

export interface BypassAttempt<Id extends string> {
  readonly cause: Id;
  readonly step: string;
  readonly request: Request;
  readonly proof?: Proof;
  /** Default: it got a 2xx without an ApiError. */
  readonly isServed?: (answered: Answered) => boolean;
  /** Absent: it is served without other requests. */
  readonly recipe?: Recipe<Exchange>;
}

/** Reports each request that is served twice. Ignores those without a response. */
export async function judgeBypasses<Id extends string>(
  ask: Ask,
  ...all: readonly BypassAttempt<Id>[]
) {
  const judged: (NoViolation | Fail<Id>)[] = [];
  for (const { step, request, proof, isServed: isLetIn = isServed, cause, recipe } of all) {
    const first = await ask(step, request, proof);
    if (!isAnswered(first) || isLoadShedding(first)) continue;
    const again = isLetIn(first) ? await ask(`${step}-again`, request, proof) : undefined;
    if (!again) judged.push(pass());
    else if (isAnswered(again) && isLetIn(again))
      judged.push(fail(cause, {}, { exchange: again, ...(recipe ? { recipe } : {}) }));
  }
  return judged;
}

/** Like `judgeBypasses`, after a valid request on the same connection, whose state may leak. */
export async function judgeBehindGood<Id extends string>(
  ask: Ask,
  {
    good,
    connection,
    ...one
  }: BypassAttempt<Id> & { readonly good: Request; readonly connection: string },
) {
  const before = await ask(`${one.step}-good`, { ...good, connection });
  if (!isServed(before)) return [];
  const recipe = onSameConnection(before);
  return judgeBypasses(ask, { ...one, request: { ...one.request, connection }, recipe });
}

export type Guard = Readonly<{
  of: 'token' | 'user' | 'scope';
  lacking: (request: Request) => Request;
  spellings?: typeof spellings;
}>;

export async function judgeWaysAround(
  { endpoint, depth, wellFormed }: Bound,
  ask: Ask,
  control: Answered | undefined,
  { of, lacking, spellings: some = spellings }: Guard,
) {
  const whole = wellFormed();
  const connection = `${of}:${endpoint.name}`;
  const onConnection = await judgeBehindGood(ask, {
    good: whole,
    connection,
    step: 'connection',
    request: lacking(whole),
    cause: 'accepted-on-connection',
  });
  const cookied = await withItsCookies(ask, connection, whole, control);
  const inSession = cookied
    ? await judgeBypasses(ask, {
        step: 'session',
        request: cookied.add(lacking(whole)),
        recipe: cookied.recipe,
        cause: 'accepted-with-cookie',
      })
    : [];
  const judged = [...onConnection, ...inSession];
  if (depth === 'quick') return judged;
  const accepted = control ?? (await ask('spelled-control', whole));
  if (!isAnswered(accepted)) return judged;
  return [...judged, ...(await judgeSpelledOtherwise(ask, whole, accepted, some, lacking))];
}

/** What adds the cookies of a response to `whole`, if the control set any. */
export async function withItsCookies(
  ask: Ask,
  of: string,
  whole: Request,
  control: Answered | undefined,
): Promise<
  { readonly add: (request: Request) => Request; readonly recipe: Recipe<Exchange> } | undefined
> {
  if (!control || headerLines(control, 'Set-Cookie').length === 0) return undefined;
  const keeps = `cookies:${of}`;
  const before = await ask('cookies', { ...whole, keeps });
  if (!isServed(before)) return undefined;
  return {
    add: (request) => withHeader(request, 'Cookie', symbol(keeps)),
    recipe: following(before),
  };
}

/** Closes the connection: a client would take a body after HEAD for the next response. */
export const closing = (request: Request, method: string) =>
  withHeader({ ...request, method }, 'Connection', 'close');

/**
 * A router may map HEAD before the guard of GET (RFC 9110 section 9.3.2). Counts what shows twice.
 */
export async function judgeHead<F extends AnyFail>(
  { endpoint, wellFormed }: Bound,
  ask: Ask,
  lacking: (request: Request) => Request,
  judge: (answered: Answered) => NoViolation | F,
) {
  if (endpoint.origin !== 'api' || endpoint.method !== 'GET') return [];
  const head = (request: Request) => closing(request, 'HEAD');
  const judged = async (step: string) => {
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
