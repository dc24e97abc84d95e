import { type Causes, type Head, type Monitor, monitor } from '../catalogue/index.ts';
import type { Answered } from '../exchange/index.ts';
import {
  disguisedError,
  inconclusive,
  isServerError,
  isSuccess,
  type Json,
  json,
  jsonObject,
  mayBeApiError,
  notJudged,
  pass,
  whyNoJson,
} from './answer.ts';
import { fieldNameCauses, judgeFieldNames } from './field-names.ts';
import { isRefusedOnceServed, probeRepeatedly } from './in-turn.ts';
import { forSecond, isProper, outOfReach, sentHeader } from './positive.ts';
import { errorWithOk } from './undocumented-success.ts';
import { fail } from './violation.ts';

type DocumentedSuccess<Id extends string> = Omit<Head, 'level' | 'causes'> &
  Readonly<{
    path: string;
    expected: string;
    titles: Readonly<Record<Id, string>>;
    whatIsWrong: (body: { [name: string]: Json } | undefined) => NoInfer<Id> | undefined;
  }>;

/** Judges every success of the run, and every response to its own requests. */
export function documentedSuccess<Id extends string>({
  path,
  expected,
  titles,
  whatIsWrong,
  ...head
}: DocumentedSuccess<Id>): Monitor {
  const further = Object.entries<string>(titles).map(([id, title]) => [id, { title, expected }]);
  const causes: Causes = {
    refused: { title: 'a well-formed request is refused', expected },
    'error-as-success': { title: 'an error has a success status', expected, advice: [errorWithOk] },
    ...fieldNameCauses,
    ...Object.fromEntries(further),
  };
  return monitor({
    ...head,
    causes,
    level: 'must',
    probes: ({ wellFormed }) => [wellFormed(), forSecond(wellFormed())],
    probing: async (bound, ask) => [
      ...(await probeRepeatedly(bound, ask)),
      ...(await judgeFieldNames(bound, ask)),
    ],
    matches: (answered) =>
      isProper(answered, { method: 'GET', path }) &&
      (isSuccess(answered) ||
        isRefusedOnceServed(answered) ||
        (answered.key.requirement === head.id && !isForSecondAlone(answered))),
    judge: (answered, bound) => {
      if (isServerError(answered)) return notJudged(answered);
      const unreachable = outOfReach(answered, bound);
      if (unreachable !== undefined) return inconclusive(unreachable);
      if (answered.answer.status !== 200) return fail('refused');
      const parsed = json(answered);
      if ('error' in parsed) return inconclusive(whyNoJson(parsed));
      if (disguisedError(answered) !== undefined) return fail('error-as-success');
      const wrong = whatIsWrong(jsonObject(answered));
      return wrong === undefined ? pass() : fail(wrong);
    },
  });
}

const userRefusals: ReadonlySet<number> = new Set([400, 401, 403, 404, 422]);

function isForSecondAlone(answered: Answered) {
  const isSecond = sentHeader(answered.request, 'x-user-id')[0] === '{{user:second}}';
  return (
    isSecond &&
    (isServerError(answered) ||
      (userRefusals.has(answered.answer.status) && mayBeApiError(answered)))
  );
}
