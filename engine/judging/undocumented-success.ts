import type { Bound } from '../catalogue/bound.ts';
import { type Ask, type Head, type Judgement, type Monitor, monitor } from '../catalogue/check.ts';
import { type Answered, type Exchange, isAnswered } from '../exchange/exchange.ts';
import { conforms } from '../schema/conforms.ts';
import {
  disguisedError,
  inconclusive,
  isLoadShedding,
  isServerError,
  isSuccess,
  json,
  observed,
  pass,
  summarize,
  whyNoJson,
} from './answer.ts';
import { shapeOf } from './content.ts';
import { judgeFieldNames } from './field-names.ts';
import { askRepeatedly, isRefusedOnceServed } from './in-turn.ts';
import { forSecond, isProper, outOfReach, readableEndpoint } from './positive.ts';
import { failed } from './violation.ts';

interface UndocumentedSuccess extends Omit<Head, 'level' | 'section'> {
  /** Relative to {base_url}. */
  readonly path: string;
}

/**
 * The requirement that an endpoint responds with a 2xx, for endpoints whose response shape the
 * specification does not show. It reports the shape as an observation. If the profile pins a shape,
 * it judges every successful response of the run by that shape.
 */
export function undocumentedSuccess({ path, ...head }: UndocumentedSuccess): Monitor {
  return monitor({
    ...head,
    level: 'must',
    section: 'Endpoints that are named but whose shapes are incomplete',
    probing: askWellFormed,
    // `probing` judges the responses to the monitor's own requests.
    matches: (answered) =>
      answered.key.requirement !== head.id &&
      isProper(answered, { method: 'GET', path }) &&
      (isSuccess(answered) || isRefusedOnceServed(answered)),
    judge: (answered, bound) => judgePositive(answered, bound)[0],
  });
}

async function askWellFormed(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
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
 * Judges a request for the second user. The target may not know that user, so a refusal counts only
 * if another endpoint serves the user. Without a second user, nothing is sent.
 */
async function judgeSecond(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  const judgements = judgePositive(await ask('second-user', forSecond(bound.wellFormed())), bound);
  if (!judgements.some(({ kind }) => kind === 'fail')) return [];
  const elsewhere = readableEndpoint({
    covers: (name) => name !== bound.endpoint.name && bound.covers(name),
  });
  const control =
    elsewhere && (await ask('second-user-elsewhere', forSecond(bound.wellFormed(elsewhere))));
  if (!control || !isAnswered(control) || !isSuccess(control)) return [];
  return judgements.filter(({ kind }) => kind === 'fail');
}

/**
 * Judges the response to a well-formed request, for endpoints whose response shape the
 * specification does not show. The first judgement applies the profile's status and schema. The
 * second, if any, reports the observed shape.
 */
export function judgePositive(
  exchange: Exchange,
  bound: Bound,
): readonly [Judgement, ...Judgement[]] {
  const refused = judgeAccepted(exchange, bound);
  if (refused.kind !== 'pass' || !isAnswered(exchange)) return [refused];
  const { status, body } = exchange.answer;
  const parsed = json(exchange);
  if (body.size > 0 && 'error' in parsed) return [inconclusive(whyNoJson(parsed))];
  const shape = 'value' in parsed ? shapeOf(parsed.value) : 'without content';
  return [judgeShape(exchange, bound), observed(`${status} ${shape}`)];
}

/**
 * Judges whether a well-formed request got a success status: a pinned or declared one, otherwise
 * any 2xx.
 */
export function judgeAccepted(exchange: Exchange, bound: Bound): Judgement {
  if (!isAnswered(exchange)) return inconclusive(summarize(exchange));
  if (isLoadShedding(exchange)) return inconclusive('the target shed load');
  const { status } = exchange.answer;
  const { statuses } = bound.endpoint;
  const stated = disguisedError(exchange);
  if (stated !== undefined) {
    const cause = 'a well-formed request gets an error with a success status';
    return failed(
      cause,
      `data, or the status ${stated} that the ApiError states`,
      summarize(exchange),
      exchange,
    );
  }
  if (statuses?.includes(status)) return pass();
  if (isServerError(exchange))
    return inconclusive(`the response is ${status} (see http/no-server-error)`);
  const expected = statuses === undefined ? 'a 2xx status' : `status ${statuses.join(' or ')}`;
  if (isSuccess(exchange)) {
    if (statuses === undefined) return pass();
    return failed(
      'a well-formed request gets another success status',
      expected,
      summarize(exchange),
      exchange,
    );
  }
  const why = outOfReach(exchange, bound);
  if (why !== undefined) return inconclusive(why);
  return failed('a well-formed request is refused', expected, summarize(exchange), exchange);
}

/**
 * Judges the body by the pinned schema, if there is one. A 204 or 205 has no content (RFC 9110
 * section 15.3).
 */
function judgeShape(answered: Answered, { endpoint: { responseSchema } }: Bound): Judgement {
  const { status } = answered.answer;
  if (typeof responseSchema !== 'object' || status === 204 || status === 205) return pass();
  const parsed = json(answered);
  const expected = 'a body that conforms to the schema in the profile';
  if ('error' in parsed)
    return failed('a response has no content', expected, summarize(answered), answered);
  const [first, ...more] = conforms(responseSchema, parsed.value);
  if (first === undefined) return pass();
  const actual = [first, ...more].slice(0, 4).join('; ');
  return failed(
    'a response does not conform to the schema in the profile',
    expected,
    actual,
    answered,
  );
}
