import type { Answered, Ask, Bound, Judgement, Proof, Request } from '../../engine/index.ts';
import {
  failed,
  headerLines,
  isAnswered,
  isLoadShedding,
  isServed,
  pass,
  summarize,
  symbol,
  withHeader,
} from '../../engine/index.ts';
import { judgeSpelledOtherwise, type Spelling, spellings } from './spelled-otherwise.ts';

/** A request that must be refused, and the finding if the target serves it. */
export interface BypassAttempt {
  readonly step: string;
  readonly request: Request;
  readonly proof?: Proof;
  readonly cause: string;
  readonly expected: string;
  /** Whether the request was served. Default: it got a 2xx without an ApiError. */
  readonly isServed?: (answered: Answered) => boolean;
}

/**
 * Reports each request that is served twice. Ignores requests that are served only once, or get no
 * response.
 */
export async function judgeBypasses(
  ask: Ask,
  ...all: readonly BypassAttempt[]
): Promise<readonly Judgement[]> {
  const judged: Judgement[] = [];
  for (const { step, request, proof, cause, expected, isServed: isLetIn = isServed } of all) {
    const first = await ask(step, request, proof);
    if (!isAnswered(first) || isLoadShedding(first)) continue;
    const again = isLetIn(first) ? await ask(`${step}-again`, request, proof) : undefined;
    if (!again) judged.push(pass());
    else if (isAnswered(again) && isLetIn(again))
      judged.push(failed(cause, expected, summarize(again), again));
  }
  return judged;
}

/**
 * Like `judgeBypasses`, but after a valid request on the same connection, whose state may leak into
 * the next request. Returns nothing if the valid request is not accepted.
 */
export async function judgeBehindGood(
  ask: Ask,
  {
    good,
    connection,
    ...one
  }: BypassAttempt & { readonly good: Request; readonly connection: string },
): Promise<readonly Judgement[]> {
  if (!isServed(await ask(`${one.step}-good`, { ...good, connection }))) return [];
  return judgeBypasses(ask, { ...one, request: { ...one.request, connection } });
}

/** What an endpoint requires, and how requests without it may get past the check. */
export interface Guard {
  readonly of: 'token' | 'user' | 'scope';
  readonly lacking: (request: Request) => Request;
  readonly expected: string;
  /**
   * Causes of findings: after a valid request on the same connection, with its cookie, at another
   * spelling.
   */
  readonly causes: {
    readonly connection: string;
    readonly session?: string;
    readonly spelled: string;
  };
  readonly spellings?: readonly Spelling[];
}

/**
 * Sends requests without the token, user or scope in ways that a check may overlook. Default
 * `control`: its own.
 */
export async function judgeWaysAround(
  { endpoint, depth, wellFormed }: Bound,
  ask: Ask,
  control: Answered | undefined,
  { of, lacking, expected, causes, spellings: some = spellings }: Guard,
): Promise<readonly Judgement[]> {
  const whole = wellFormed();
  const connection = `${of}:${endpoint.name}`;
  const way = { request: lacking(whole), expected };
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
  if (cookied) {
    const request = cookied(way.request);
    judged.push(
      ...(await judgeBypasses(ask, {
        step: 'session',
        request,
        cause: causes.session ?? '',
        expected,
      })),
    );
  }
  if (depth === 'quick') return judged;
  const accepted = control ?? (await ask('spelled-control', whole));
  if (!isAnswered(accepted)) return judged;
  const spelled = { lacking, cause: causes.spelled, expected };
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
