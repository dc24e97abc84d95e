import type {
  Answered,
  Ask,
  Bound,
  Fail,
  NoViolation,
  Proof,
  Request,
} from '../../engine/index.ts';
import {
  fail,
  headerLines,
  isAnswered,
  isLoadShedding,
  isServed,
  pass,
  symbol,
  withHeader,
} from '../../engine/index.ts';
import { judgeSpelledOtherwise, type Spelling, spellings } from './spelled-otherwise.ts';

/** A request that must be refused, and the cause of a finding if the target serves it. */
export interface BypassAttempt<Id extends string> {
  readonly cause: Id;
  readonly step: string;
  readonly request: Request;
  readonly proof?: Proof;
  /** Whether the request was served. Default: it got a 2xx without an ApiError. */
  readonly isServed?: (answered: Answered) => boolean;
}

type Judged<Id extends string> = Promise<readonly (NoViolation | Fail<Id>)[]>;

/**
 * Reports each request that is served twice. Ignores requests that are served only once, or get no
 * response.
 */
export async function judgeBypasses<Id extends string>(
  ask: Ask,
  ...all: readonly BypassAttempt<Id>[]
): Judged<Id> {
  const judged: (NoViolation | Fail<Id>)[] = [];
  for (const { step, request, proof, isServed: isLetIn = isServed, cause } of all) {
    const first = await ask(step, request, proof);
    if (!isAnswered(first) || isLoadShedding(first)) continue;
    const again = isLetIn(first) ? await ask(`${step}-again`, request, proof) : undefined;
    if (!again) judged.push(pass());
    else if (isAnswered(again) && isLetIn(again)) judged.push(fail(cause, {}, again));
  }
  return judged;
}

/**
 * Like `judgeBypasses`, but after a valid request on the same connection, whose state may leak into
 * the next request. Returns nothing if the valid request is not accepted.
 */
export async function judgeBehindGood<Id extends string>(
  ask: Ask,
  {
    good,
    connection,
    ...one
  }: BypassAttempt<Id> & { readonly good: Request; readonly connection: string },
): Judged<Id> {
  if (!isServed(await ask(`${one.step}-good`, { ...good, connection }))) return [];
  return judgeBypasses(ask, { ...one, request: { ...one.request, connection } });
}

/** What an endpoint requires, and how requests without it may get past the check. */
export interface Guard<Id extends string = string> {
  readonly of: 'token' | 'user' | 'scope';
  readonly lacking: (request: Request) => Request;
  /** In words, while user/missing states no causes. */
  /**
   * Causes of findings: after a valid request on the same connection, with its cookie, at another
   * spelling.
   */
  readonly causes: {
    readonly connection: Id;
    readonly session?: Id;
    readonly spelled: Id;
  };
  readonly spellings?: readonly Spelling[];
}

/**
 * Sends requests without the token, user or scope in ways that a check may overlook. Default
 * `control`: its own.
 */
export async function judgeWaysAround<Id extends string>(
  { endpoint, depth, wellFormed }: Bound,
  ask: Ask,
  control: Answered | undefined,
  { of, lacking, causes, spellings: some = spellings }: Guard<Id>,
): Judged<Id> {
  const whole = wellFormed();
  const connection = `${of}:${endpoint.name}`;
  const way = { request: lacking(whole) };
  const judged = [
    ...(await judgeBehindGood(ask, {
      ...way,
      step: 'connection',
      connection,
      good: whole,
      cause: causes.connection,
    })),
  ];
  const cookied = causes.session && (await withItsCookies(ask, { of: connection, whole, control }));
  if (causes.session && cookied) {
    const request = cookied(way.request);
    const attempt = { ...way, step: 'session', request, cause: causes.session };
    judged.push(...(await judgeBypasses(ask, attempt)));
  }
  if (depth === 'quick') return judged;
  const accepted = control ?? (await ask('spelled-control', whole));
  if (!isAnswered(accepted)) return judged;
  const spelled = { lacking, cause: causes.spelled };
  return [...judged, ...(await judgeSpelledOtherwise(ask, whole, accepted, some, spelled))];
}

/**
 * Returns a function that adds the cookies of a response to `whole`. Undefined without cookies.
 * `of` names them.
 */
export async function withItsCookies(
  ask: Ask,
  {
    of,
    whole,
    control,
  }: { readonly of: string; readonly whole: Request; readonly control: Answered | undefined },
): Promise<((request: Request) => Request) | undefined> {
  if (!control || headerLines(control, 'Set-Cookie').length === 0) return undefined;
  const keeps = `cookies:${of}`;
  if (!isServed(await ask('cookies', { ...whole, keeps }))) return undefined;
  return (request) => withHeader(request, 'Cookie', symbol(keeps));
}
