import type { Bound } from '../catalogue/bound.ts';
import { type Ask, type Head, type Judgement, type Monitor, monitor } from '../catalogue/check.ts';
import type { Answered, Exchange } from '../exchange/exchange.ts';
import { isAnswered } from '../exchange/exchange.ts';
import { conforms } from '../schema/conforms.ts';
import {
  briefly,
  disguisedError,
  held,
  isLoadShedding,
  isServerError,
  isSuccess,
  json,
  observed,
  unanswered,
  violated,
  whyNoJson,
} from './answer.ts';
import { shapeOf } from './content.ts';
import { judgeFieldNames } from './field-names.ts';
import { askRepeatedly, isRefusedOnceServed } from './in-turn.ts';
import { forSecond, isProper, outOfReach, readableEndpoint } from './positive.ts';

interface Delivered extends Omit<Head, 'level'> {
  readonly method: string;
  /** Below {base_url}. */
  readonly path: string;
}

/**
 * The requirement that an endpoint whose response shape is not shown delivers: a 2xx; its shape is observed. Where the
 * profile pins it, every delivered answer of the run is judged.
 */
export function delivered({ method, path, ...head }: Delivered): Monitor {
  return monitor({
    ...head,
    level: 'must',
    probing: askDelivered,
    // What it asks for itself is judged as it comes.
    matches: (answered) =>
      answered.key.requirement !== head.id &&
      isProper(answered, { method, path }) &&
      (isSuccess(answered) || isRefusedOnceServed(answered)),
    judge: (answered, bound) => judgePositive(answered, bound)[0],
  });
}

async function askDelivered(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  // At the same time, because some let one reader in at a time, and refuse the others.
  const [first, ...atOnce] = await Promise.all(
    ['request', 'at-once-1', 'at-once-2', 'at-once-3'].map((step) => ask(step, bound.wellFormed())),
  );
  const alone = first ? judgePositive(first, bound) : [];
  const others = [...atOnce, ...(await askRepeatedly(bound, ask))];
  const refused = others.flatMap((one) => judgePositive(one, bound)).filter(({ kind }) => kind === 'violated');
  return [...alone, ...refused, ...(await judgeFieldNames(bound, ask)), ...(await judgeSecond(bound, ask))];
}

/**
 * The second user, of whom nothing is known but an id: a refusal counts where that user is served elsewhere. Without a
 * second user nothing is sent.
 */
async function judgeSecond(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  const judgements = judgePositive(await ask('second-user', forSecond(bound.wellFormed())), bound);
  if (!judgements.some(({ kind }) => kind === 'violated')) return [];
  const elsewhere = readableEndpoint({ covers: (name) => name !== bound.endpoint.name && bound.covers(name) });
  const control = elsewhere && (await ask('second-user-elsewhere', forSecond(bound.wellFormed(elsewhere))));
  if (!control || !isAnswered(control) || !isSuccess(control)) return [];
  return judgements.filter(({ kind }) => kind === 'violated');
}

/**
 * Judges the answer to a well-formed request of an endpoint whose shape is not shown, but where the profile pins it. What is
 * observed of it comes second.
 */
export function judgePositive(exchange: Exchange, bound: Bound): readonly [Judgement, ...Judgement[]] {
  const refused = judgeAccepted(exchange, bound);
  if (refused.kind !== 'held' || !isAnswered(exchange)) return [refused];
  const { status, body } = exchange.answer;
  const parsed = json(exchange);
  if (body.size > 0 && 'error' in parsed) return [unanswered(whyNoJson(parsed))];
  const shape = 'value' in parsed ? shapeOf(parsed.value) : 'without content';
  return [judgeShape(exchange, bound), observed(`${status} ${shape}`)];
}

/** Whether a well-formed request got a status of success: the pinned or declared ones, else any 2xx. */
export function judgeAccepted(exchange: Exchange, bound: Bound): Judgement {
  if (!isAnswered(exchange)) return unanswered(briefly(exchange));
  if (isLoadShedding(exchange)) return unanswered('the target shed load');
  const { status } = exchange.answer;
  const { statuses } = bound.endpoint;
  const stated = disguisedError(exchange);
  if (stated !== undefined) {
    const cause = 'a well-formed request is answered with an error under a status of success';
    return violated(cause, `data, or the status ${stated} that the ApiError states`, briefly(exchange), exchange);
  }
  if (statuses?.includes(status)) return held();
  if (isServerError(exchange)) return unanswered(`answered with ${status}: http/no-server-error`);
  const expected = statuses === undefined ? 'a 2xx status' : `status ${statuses.join(' or ')}`;
  if (isSuccess(exchange)) {
    if (statuses === undefined) return held();
    return violated('a well-formed request has another status of success', expected, briefly(exchange), exchange);
  }
  const why = outOfReach(exchange, bound);
  if (why !== undefined) return unanswered(why);
  return violated('a well-formed request is refused', expected, briefly(exchange), exchange);
}

/** Held where no schema is pinned; 204 and 205 have no content that could conform to one (RFC 9110 section 15.3). */
function judgeShape(answered: Answered, { endpoint: { responseSchema } }: Bound): Judgement {
  const { status } = answered.answer;
  if (typeof responseSchema !== 'object' || status === 204 || status === 205) return held();
  const parsed = json(answered);
  const expected = 'a body that conforms to the schema in the profile';
  if ('error' in parsed) return violated('an answer has no content', expected, briefly(answered), answered);
  const [first, ...more] = conforms(responseSchema, parsed.value);
  if (first === undefined) return held();
  const actual = [first, ...more].slice(0, 4).join('; ');
  return violated('an answer does not conform to the schema in the profile', expected, actual, answered);
}
