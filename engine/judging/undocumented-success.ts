import {
  type Advice,
  type Ask,
  type Bound,
  cause,
  fromOperator,
  fromTarget,
  type Head,
  type Judgement,
  monitor,
} from '../catalogue/index.ts';
import { type Answered, type Exchange, isAnswered, say } from '../exchange/index.ts';
import { conforms, problems } from '../schema/conforms.ts';
import {
  disguisedError,
  inconclusive,
  isLoadShedding,
  isServerError,
  isSuccess,
  isWithoutContent,
  json,
  notJudged,
  observed,
  pass,
  summary,
  whyNoJson,
} from './answer.ts';
import { shapeOf } from './content.ts';
import { fieldNameCauses, judgeFieldNames } from './field-names.ts';
import { askRepeatedly, isRefusedOnceServed } from './in-turn.ts';
import { forSecond, isProper, outOfReach, readableEndpoint } from './positive.ts';
import { fail } from './violation.ts';

const expected = 'a body that conforms to the schema in the profile';

export const profileSchemaCauses = {
  'no-content': { title: 'a response has no content', expected },
  'other-schema': cause<{ readonly problems: readonly string[] }>({
    title: 'a response does not conform to the schema in the profile',
    expected,
    actual: (facts) => facts.problems.join('; '),
  }),
};

/**
 * Lists at most four violations. One finding for all members, whose names the target may choose.
 * `sight` is the exchange that shows it.
 */
export function judgeByProfile(
  schema: object,
  answered: Answered,
  sight?: Exchange,
): Judgement<typeof profileSchemaCauses> {
  const parsed = json(answered);
  if ('error' in parsed) {
    return answered.answer.body.size > 0
      ? inconclusive(whyNoJson(parsed))
      : fail('no-content', {}, sight);
  }
  const [first] = problems(schema, parsed.value);
  if (!first) return pass();
  const said = fromTarget(conforms(schema, parsed.value).slice(0, 4));
  return fail('other-schema', { found: first.found, problems: said }, sight);
}

interface Statuses {
  readonly statuses: readonly string[] | undefined;
}
const expectedStatus = ({ statuses }: Statuses) =>
  statuses ? `status ${statuses.join(' or ')}` : 'a 2xx status';

export const errorWithOk: Advice = {
  suspect: 'The code catches an error of a backend and sends its body with a success status.',
  look: 'Set the status of the error where it is caught.',
};

export const acceptedCauses = {
  'error-as-success': cause<{ readonly stated: number }>({
    title: 'a well-formed request gets an error with a success status',
    expected: ({ stated }) => `data, or the status ${stated} that the ApiError states`,
    advice: [errorWithOk],
  }),
  'other-success': {
    title: 'a well-formed request gets another success status',
    expected: expectedStatus,
    advice: [
      {
        suspect: 'Profile and server disagree on the success status.',
        look: 'Correct the profile, or the status that the code or the framework sets.',
      },
    ],
  },
  refused: { title: 'a well-formed request is refused', expected: expectedStatus },
};

export const positiveCauses = { ...acceptedCauses, ...profileSchemaCauses };
type Positive = Judgement<typeof positiveCauses>;

const causes = { ...positiveCauses, ...fieldNameCauses };

type UndocumentedSuccess = Omit<Head, 'level' | 'section' | 'causes'> &
  Readonly<{
    path: string;
  }>;

/** If the profile pins a shape, judges every success of the run by it. */
export const undocumentedSuccess = ({ path, ...head }: UndocumentedSuccess) =>
  monitor({
    ...head,
    causes,
    level: 'must',
    section: 'Endpoints that are named but whose shapes are incomplete',
    probing: askWellFormed,
    matches: (answered) =>
      answered.key.requirement !== head.id &&
      isProper(answered, { method: 'GET', path }) &&
      (isSuccess(answered) || isRefusedOnceServed(answered)),
    judge: (answered, bound) => judgePositive(answered, bound)[0],
  });

async function askWellFormed(bound: Bound, ask: Ask) {
  // Concurrently, because some servers admit one reader at a time and refuse the others.
  const [first, ...atOnce] = await Promise.all(
    ['request', 'at-once-1', 'at-once-2', 'at-once-3'].map((step) => ask(step, bound.wellFormed())),
  );
  const alone = first ? judgePositive(first, bound) : [];
  const others = [...atOnce, ...(await askRepeatedly(bound, ask))];
  const refused = others
    .flatMap((one) => judgePositive(one, bound))
    .filter(({ kind }) => kind === 'fail');
  return [
    ...alone,
    ...refused,
    ...(await judgeFieldNames(bound, ask)),
    ...(await judgeSecond(bound, ask)),
  ];
}

/**
 * The target may not know the second user: a refusal counts only if another endpoint serves that
 * user.
 */
async function judgeSecond(bound: Bound, ask: Ask) {
  const judgements = judgePositive(await ask('second-user', forSecond(bound.wellFormed())), bound);
  if (!judgements.some(({ kind }) => kind === 'fail')) return [];
  const elsewhere = readableEndpoint({
    covers: (name) => name !== bound.endpoint.name && bound.covers(name),
  });
  const control =
    elsewhere && (await ask('second-user-elsewhere', forSecond(bound.wellFormed(elsewhere))));
  if (!control || !isSuccess(control)) return [];
  return judgements.filter(({ kind }) => kind === 'fail');
}

/** First by the profile's status and schema. The second judgement, if any, observes the shape. */
export function judgePositive(
  exchange: Exchange,
  bound: Bound,
): readonly [Positive, ...Positive[]] {
  const refused = judgeAccepted(exchange, bound);
  if (refused.kind !== 'pass' || !isAnswered(exchange)) return [refused];
  const { status, body } = exchange.answer;
  const parsed = json(exchange);
  if (body.size > 0 && 'error' in parsed) return [inconclusive(whyNoJson(parsed))];
  const shape = 'value' in parsed ? shapeOf(parsed.value) : 'without content';
  const { responseSchema } = bound.endpoint;
  const isJudged = typeof responseSchema === 'object' && !isWithoutContent(exchange);
  return [
    isJudged ? judgeByProfile(responseSchema, exchange, exchange) : pass(),
    observed(say`${status} ${shape}`),
  ];
}

export function judgeAccepted(exchange: Exchange, bound: Bound): Judgement<typeof acceptedCauses> {
  if (!isAnswered(exchange)) return inconclusive(summary(exchange));
  if (isLoadShedding(exchange)) return inconclusive(say`the target shed load`);
  const { status } = exchange.answer;
  const stated = disguisedError(exchange);
  if (stated !== undefined) return fail('error-as-success', { stated }, exchange);
  const { statuses } = bound.endpoint;
  if (statuses?.includes(status)) return pass();
  if (isServerError(exchange)) return notJudged(exchange, 'http/no-server-error');
  const facts = { statuses: statuses && fromOperator(statuses.map(String)) };
  if (isSuccess(exchange)) return statuses ? fail('other-success', facts, exchange) : pass();
  const why = outOfReach(exchange, bound);
  return why === undefined ? fail('refused', facts, exchange) : inconclusive(why);
}
