import type { Bound } from '../catalogue/bound.ts';
import { type Head, type Judgement, type Monitor, monitor } from '../catalogue/check.ts';
import type { Answered } from '../exchange/exchange.ts';
import {
  briefly,
  disguisedError,
  held,
  isServerError,
  isSuccess,
  type Json,
  json,
  jsonObject,
  mayBeApiError,
  unanswered,
  violated,
  whyNoJson,
} from './answer.ts';
import { judgeFieldNames } from './field-names.ts';
import { isRefusedOnceServed, probeRepeatedly } from './in-turn.ts';
import { forSecond, isProper, outOfReach, sentHeader } from './positive.ts';

interface Specified extends Omit<Head, 'level'> {
  readonly method: string;
  /** Below {base_url}. */
  readonly path: string;
  /** For people. */
  readonly expected: string;
  /** What the JSON body lacks; `undefined` where it is no object. */
  readonly whatIsWrong: (body: { [name: string]: Json } | undefined) => string | undefined;
}

/**
 * The requirement that a well-formed request is answered with the 200 that is specified. It judges every delivered
 * answer of the run, and what its own requests are refused with. That a body is no JSON is for http/json-media-type to say.
 */
export function specified({ method, path, expected, whatIsWrong, ...head }: Specified): Monitor {
  return monitor({
    ...head,
    level: 'must',
    probes: (bound) => asBothUsers(bound),
    probing: async (bound, ask) => [...(await probeRepeatedly(bound, ask)), ...(await judgeFieldNames(bound, ask))],
    matches: (answered) =>
      isProper(answered, { method, path }) &&
      (isSuccess(answered) ||
        isRefusedOnceServed(answered) ||
        (answered.key.requirement === head.id && !isForSecondAlone(answered))),
    judge: (answered, bound) => judgeSpecified(answered, bound, expected, whatIsWrong),
  });
}

/** The well-formed request for either user. Without a second one the run has no such id, and nothing is sent. */
function asBothUsers({ wellFormed }: Bound) {
  return [wellFormed(), forSecond(wellFormed())];
}

const userRefusals: ReadonlySet<number> = new Set([400, 401, 403, 404, 422]);

/** Whether the second user alone may explain a refusal: the operator may have named one who is unknown or has no data. */
function isForSecondAlone(answered: Answered): boolean {
  const isSecond = sentHeader(answered.request, 'x-user-id')[0] === '{{user:second}}';
  return isSecond && (isServerError(answered) || (userRefusals.has(answered.answer.status) && mayBeApiError(answered)));
}

function judgeSpecified(
  answered: Answered,
  bound: Bound,
  expected: string,
  whatIsWrong: Specified['whatIsWrong'],
): Judgement {
  if (isServerError(answered)) return unanswered(`answered with ${answered.answer.status}`);
  const unreachable = outOfReach(answered, bound);
  if (unreachable !== undefined) return unanswered(unreachable);
  if (answered.answer.status !== 200) return violated('a well-formed request is refused', expected, briefly(answered));
  const parsed = json(answered);
  if ('error' in parsed) return unanswered(whyNoJson(parsed));
  const isError = disguisedError(answered) !== undefined;
  const cause = isError ? 'an error has a status of success' : whatIsWrong(jsonObject(answered));
  return cause === undefined ? held() : violated(cause, expected, briefly(answered));
}
