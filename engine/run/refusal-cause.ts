import { createHash } from 'node:crypto';
import type { RefusalCause } from '../catalogue/check.ts';
import { excerpt } from '../exchange/excerpt.ts';
import { type Exchange, isAnswered, wasSent } from '../exchange/exchange.ts';
import { grouped } from '../exchange/grouped.ts';
import { keyText } from '../exchange/key.ts';
import { requestText } from '../exchange/request.ts';
import { valueText } from '../exchange/value.ts';
import { isSuccess } from '../judging/answer.ts';
import { inOrder } from '../outcome/finding.ts';
import { kindsOf } from './request-kinds.ts';

/** So many losses at different times, each after a request of one kind, are no coincidence. */
const fewest = 3;
/** After so many milliseconds without a request, the time may be the cause as well. */
const idleMs = 1_000;
/** The most exchanges that are remembered, and the characters of a request. */
const [most, longest] = [40_000, 20_000];
/** The characters of a refusal that are remembered. */
const keptText = 500;

interface Heard {
  readonly exchange: Exchange;
  /** Names the request without its key. */
  readonly text: string;
  /** The token and the user of the request. */
  readonly bearer: string;
}

/** A time in which a token or a user stopped being accepted, in milliseconds since the epoch. */
interface Loss {
  /** It was still accepted after `from`, no longer before `to`, and again at `until`. */
  readonly from: number;
  readonly to: number;
  readonly until: number;
  readonly refused: Exchange;
}

/** Finds the kind of request that makes the target refuse a token or a user which it accepted before. */
export class RefusalCauses {
  readonly #heard: Heard[] = [];
  /** The statuses that each request got: refused, other, or both. */
  readonly #statuses = new Map<string, { refused: boolean; other: boolean }>();

  hear(exchange: Exchange): void {
    const { request } = exchange;
    if (this.#heard.length >= most || !wasSent(exchange) || !['api', 'token'].includes(request.origin)) return;
    const whole = requestText(request);
    if (whole.length > longest) return;
    const text = createHash('sha256').update(whole).digest('base64').slice(0, 12);
    this.#heard.push({ exchange: shortened(exchange), text, bearer: bearerOf(exchange) });
    if (!isAnswered(exchange)) return;
    const seen = this.#statuses.get(text) ?? { refused: false, other: false };
    this.#statuses.set(text, seen);
    if (isRefused(exchange)) seen.refused = true;
    else seen.other = true;
  }

  /** Returns the cause of the refusals that the run met. Undefined if there is none, or if another cause is possible. */
  find(): RefusalCause | undefined {
    if (![...this.#statuses.values()].some(isBoth)) return undefined;
    // By time, because a replay hears the responses in another order.
    const all = this.#heard.toSorted(
      ({ exchange: one }, { exchange: other }) =>
        one.sentAt - other.sentAt || inOrder(keyText(one.key), keyText(other.key)),
    );
    const losses = this.#losses(all);
    if (losses.length === 0) return undefined;
    const tokens = all.filter(({ exchange }) => exchange.request.origin === 'token' && isTaken(exchange));
    // A token request of the run may have revoked the token.
    const clear = losses.filter((loss) => !tokens.some(({ exchange }) => overlaps(exchange, loss, loss.to)));
    const lastAt = all.findLast((one) => one.bearer !== '' && this.#isAccepted(one))?.exchange.sentAt ?? 0;
    const candidates = all.filter((one) => this.#mayCause(one)).map(({ exchange }) => exchange);
    const isFollowed = (one: Exchange) =>
      one.sentAt >= lastAt || losses.some((loss) => overlaps(one, loss, loss.until));
    return explain(clear, candidates, isFollowed);
  }

  /** A request that was refused only for its token or user did not reach what may revoke them. */
  #mayCause({ exchange, text }: Heard): boolean {
    if (exchange.request.origin !== 'api') return false;
    return !(isAnswered(exchange) && isRefused(exchange) && isBoth(this.#statuses.get(text)));
  }

  /** Whether the response shows that the token and the user were accepted: a success, or another refusal than before. */
  #isAccepted({ exchange, text }: Heard): boolean {
    return isTaken(exchange) || (isAnswered(exchange) && !isRefused(exchange) && isBoth(this.#statuses.get(text)));
  }

  #losses(all: readonly Heard[]): readonly Loss[] {
    const bearers = new Set(all.map(({ bearer }) => bearer).filter((bearer) => bearer !== ''));
    return [...bearers].flatMap((bearer) => {
      const its = all.filter((one) => one.bearer === bearer && isAnswered(one.exchange));
      const refused = its.filter(({ exchange, text }) => isRefused(exchange) && isBoth(this.#statuses.get(text)));
      const accepted = its.filter((one) => this.#isAccepted(one));
      return lossesOf(refused.map(inTime), accepted.map(inTime));
    });
  }
}

const inTime = ({ exchange }: Heard): Exchange => exchange;

/** Both in the order in which they were sent. */
function lossesOf(refused: readonly Exchange[], accepted: readonly Exchange[]): readonly Loss[] {
  const losses: Loss[] = [];
  for (const one of refused) {
    const latest = losses.at(-1);
    if (latest && one.sentAt < latest.until) {
      if (one.endedAt < latest.to) losses[losses.length - 1] = lossAt(one.endedAt, latest.refused, accepted);
    } else losses.push(lossAt(one.endedAt, one, accepted));
  }
  // A token that was never accepted before was not lost.
  return losses.filter(({ from }) => from > 0);
}

function lossAt(to: number, refused: Exchange, accepted: readonly Exchange[]): Loss {
  const before = accepted.findLast(({ sentAt }) => sentAt < to);
  const after = accepted.find(({ sentAt }) => sentAt >= to);
  return { from: before?.sentAt ?? 0, to, until: after?.sentAt ?? Number.POSITIVE_INFINITY, refused };
}

/** Whether the request may have been processed in the loss, which ends at `to`. */
const overlaps = ({ sentAt, endedAt }: Exchange, { from }: Loss, to: number): boolean =>
  sentAt <= to && endedAt >= from;

/**
 * Returns the most common kind of which each request is followed by a loss, and that precedes each loss. What follows a
 * request after the last success is unknown: the run may have no token any more.
 */
function explain(
  losses: readonly Loss[],
  candidates: readonly Exchange[],
  isFollowed: (one: Exchange) => boolean,
): RefusalCause | undefined {
  const ofKind = new Map<string, Exchange[]>();
  for (const one of candidates) {
    for (const kind of kindsOf(one)) {
      const known = ofKind.get(kind);
      if (known) known.push(one);
      else ofKind.set(kind, [one]);
    }
  }
  const followed = [...ofKind].filter(([, all]) => all.every(isFollowed));
  const precede = (all: readonly Exchange[]) => losses.every((loss) => all.some((one) => overlaps(one, loss, loss.to)));
  const causes = [...followed, ...refusalsOf(followed)].filter(([, all]) => all.length >= fewest && precede(all));
  const [found] = causes.sort(([one, all], [other, more]) => more.length - all.length || inOrder(one, other));
  if (!found) return undefined;
  const [kind, all] = found;
  const within = all.filter((one) => losses.some((each) => overlaps(one, each, each.to)));
  const plainest = within.toSorted((one, other) => lengthOf(one) - lengthOf(other))[0];
  const loss = plainest && losses.find((one) => overlaps(plainest, one, one.to));
  const atOnce = losses.filter((each) => within.some((one) => isAtOnce(one, each)));
  if (!plainest || !loss || apart(atOnce) < fewest) return undefined;
  return { kind, times: within.length, cause: plainest, refused: loss.refused };
}

/** How many losses are certainly different ones: a revoked token is lost for each of its users at the same time. */
function apart(losses: readonly Loss[]): number {
  let [count, until] = [0, 0];
  for (const { from, to } of losses.toSorted((one, other) => one.to - other.to)) {
    if (from >= until) [count, until] = [count + 1, to];
  }
  return count;
}

/** Joins the kinds that an endpoint refuses with different statuses, such as 400 for no JSON and 422 for other types. */
function refusalsOf(kinds: readonly (readonly [string, Exchange[]])[]): readonly (readonly [string, Exchange[]])[] {
  const byStatus = kinds.filter(([kind]) => refusedWith.test(kind));
  return [...grouped(byStatus, ([kind]) => kind.replace(refusedWith, ''))].map(([at, joined]) => {
    const statuses = joined.map(([kind]) => refusedWith.exec(kind)?.[1]);
    return [`${at} that gets ${statuses.join(' or ')}`, joined.flatMap(([, all]) => all)];
  });
}

const refusedWith = / that gets (4\d\d)$/;

/** Whether the refusal came so soon that the time between them is not the cause. */
const isAtOnce = (cause: Exchange, loss: Loss): boolean =>
  overlaps(cause, loss, loss.to) && loss.refused.sentAt - cause.endedAt < idleMs;

/** The exchange without most of its body: a run has thousands. */
function shortened(exchange: Exchange): Exchange {
  if (!isAnswered(exchange)) return exchange;
  const { body } = exchange.answer;
  const text = exchange.answer.status < 400 ? '' : excerpt(body.text ?? '', keptText);
  return { ...exchange, answer: { ...exchange.answer, body: { size: body.size, text } } };
}

const lengthOf = ({ request }: Exchange): number => requestText(request).length;
const isRefused = (exchange: Exchange): boolean => isAnswered(exchange) && [401, 403].includes(exchange.answer.status);
const isTaken = (exchange: Exchange): boolean => isAnswered(exchange) && isSuccess(exchange);
const isBoth = (seen: { readonly refused: boolean; readonly other: boolean } | undefined): boolean =>
  seen?.refused === true && seen.other;

/** The token and the user that a request names. Empty if it has no well-formed token. */
function bearerOf({ request: { origin, headers } }: Exchange): string {
  if (origin !== 'api') return '';
  const valuesOf = (name: string) =>
    headers.filter(([field]) => field.toLowerCase() === name).map(([, value]) => valueText(value));
  const [token = '', ...more] = valuesOf('authorization');
  return more.length === 0 && /^bearer \{\{token:\w+\}\}$/i.test(token)
    ? `${token} ${valuesOf('x-user-id').join()}`
    : '';
}
