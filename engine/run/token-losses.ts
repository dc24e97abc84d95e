import { createHash } from 'node:crypto';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { type Exchange, isAnswered, wasSent } from '../exchange/exchange.ts';
import { grouped } from '../exchange/grouped.ts';
import { type Key, keyText } from '../exchange/key.ts';
import { isRead, type Request, requestText } from '../exchange/request.ts';
import { pieces, valueText } from '../exchange/value.ts';
import { inOrder } from '../outcome/in-order.ts';
import { parsedJson } from '../schema/json-value.ts';
import { mayBeBan } from '../traffic/ban-response.ts';
import { inSentOrder } from './sent-order.ts';

/** The most requests remembered: no longer run is examined. And the most characters of one. */
const [most, longest] = [40_000, 20_000];
/** Each suspect costs two requests. */
const mostSuspects = 12;

export interface Sent {
  readonly endpoint: string;
  readonly request: Request;
}

/** A request after which the target may have stopped accepting a token or a user. */
export interface Suspect {
  readonly sent: Sent;
  /** Whether the target accepted its token and user during the run. */
  readonly isAdmitted: boolean;
  /** A well-formed read with that token and user. */
  readonly control: Sent;
  /** Yields a new token. Undefined if the operator supplied it. */
  readonly renewal: Sent | undefined;
}

interface Heard extends Sent {
  readonly key: Key;
  readonly sentAt: number;
  readonly endedAt: number;
  readonly status: number | undefined;
  readonly isRefused: boolean;
  readonly bearer: string;
}

/**
 * With a digest that names the request without its key. It is computed only if a token or a user
 * may have been lost.
 */
interface Named extends Heard {
  readonly text: string;
}

/**
 * In milliseconds since the epoch: accepted after `from`, not before `to`, and again at `until`.
 */
interface Loss {
  readonly from: number;
  readonly to: number;
  readonly until: number;
  readonly refused: Heard;
}

interface Responses {
  readonly isRefused: boolean;
  readonly isOther: boolean;
}

/** Notes when the target stops accepting a token or a user, and what it processed at that time. */
export class TokenLosses {
  readonly #heard: Heard[] = [];
  #isTooLong = false;
  #responses: ReadonlyMap<string, Responses> = new Map();
  readonly #declared: ReadonlySet<string>;

  constructor(endpoints: readonly Endpoint[]) {
    const declared = endpoints.filter(({ source }) => source === 'declared');
    this.#declared = new Set(declared.map(({ id }) => id));
  }

  hear(exchange: Exchange): void {
    const { key, request, sentAt, endedAt } = exchange;
    if (!wasSent(exchange) || !['api', 'token'].includes(request.origin)) return;
    this.#isTooLong = this.#heard.length >= most;
    if (this.#isTooLong || lengthOf(request) > longest) return;
    const status = isAnswered(exchange) ? exchange.answer.status : undefined;
    // A ban ends by itself, and each further suspect would prolong it.
    const isRefused = (status === 401 || status === 403) && !mayBeBan(exchange);
    const bearer = bearerOf(request);
    this.#heard.push({
      key,
      sentAt,
      endedAt,
      endpoint: key.endpoint,
      request,
      status,
      isRefused,
      bearer,
    });
  }

  /** The requests that may be the cause, the most likely first. */
  suspects(): readonly Suspect[] {
    const paths = responsesBy(this.#heard, pathOf);
    if (this.#isTooLong || ![...paths.values()].some(isBoth)) return [];
    const named = this.#heard.map((one): Named => ({ ...one, text: textOf(one) }));
    this.#responses = responsesBy(named, ({ text }) => text);
    if (![...this.#responses.values()].some(isBoth)) return [];
    const all = named.toSorted(inSentOrder);
    const tokens = all.filter((one) => one.request.origin === 'token' && isTaken(one));
    // A token request of the run may have revoked the token.
    const losses = this.#losses(all).filter((loss) => !tokens.some((one) => overlaps(one, loss)));
    const ranked = inRank(
      all.filter((one) => this.#mayCause(one)),
      losses,
    );
    return ranked.flatMap((sent) => {
      const loss = losses.find((one) => overlaps(sent, one));
      const control = loss && this.#controlOf(loss, all);
      const renewal = all.find(
        ({ request, status = 0 }) => isRenewal(request, control) && status < 300,
      );
      return control ? [{ sent, isAdmitted: !sent.isRefused, control, renewal }] : [];
    });
  }

  /**
   * What was refused only for its token or user reached nothing that may revoke them. What got no
   * response may have crashed the target, and the run still has to restore the address. An
   * endpoint that the operator declares may be there to end sessions.
   */
  #mayCause(one: Named): boolean {
    const { request, endpoint, status, isRefused, text } = one;
    if (request.origin !== 'api' || status === undefined) return false;
    if (isTaken(one) && this.#declared.has(endpoint)) return false;
    return !(isRefused && isBoth(this.#responses.get(text)));
  }

  #losses(all: readonly Named[]): readonly Loss[] {
    const bearers = grouped(all, ({ bearer }) => bearer);
    bearers.delete('');
    return [...bearers.values()].flatMap((its) => {
      const refused = its.filter((one) => one.isRefused && isBoth(this.#responses.get(one.text)));
      const accepted = its.filter((one) => this.#isAccepted(one));
      return lossesOf(refused, accepted);
    });
  }

  /** A success, or another refusal than before. */
  #isAccepted(one: Named): boolean {
    const isOther =
      one.status !== undefined && !one.isRefused && isBoth(this.#responses.get(one.text));
    return isTaken(one) || isOther;
  }

  /** The read that the loss refused, or else one that was accepted. */
  #controlOf({ refused, until }: Loss, all: readonly Named[]): Named | undefined {
    const reads = all.filter(({ bearer, request }) => bearer === refused.bearer && isRead(request));
    const isLost = (one: Named) =>
      one.isRefused &&
      one.sentAt >= refused.sentAt &&
      one.sentAt < until &&
      isBoth(this.#responses.get(one.text));
    return reads.find(isLost) ?? reads.find(isTaken);
  }
}

function lossesOf(refused: readonly Heard[], accepted: readonly Heard[]): readonly Loss[] {
  const losses: Loss[] = [];
  for (const one of refused) {
    const latest = losses.at(-1);
    if (latest && one.sentAt < latest.until) {
      if (one.endedAt < latest.to)
        losses[losses.length - 1] = lossAt(one.endedAt, latest.refused, accepted);
    } else losses.push(lossAt(one.endedAt, one, accepted));
  }
  // A token that was never accepted before was not lost.
  return losses.filter(({ from }) => from > 0);
}

function lossAt(to: number, refused: Heard, accepted: readonly Heard[]): Loss {
  const before = accepted.findLast(({ sentAt }) => sentAt < to);
  const after = accepted.find(({ sentAt }) => sentAt >= to);
  return {
    from: before?.sentAt ?? 0,
    to,
    until: after?.sentAt ?? Number.POSITIVE_INFINITY,
    refused,
  };
}

/** Whether the request may have been processed when the token or the user was lost. */
const overlaps = ({ sentAt, endedAt }: Heard, { from, to }: Loss): boolean =>
  sentAt <= to && endedAt >= from;

/**
 * A group of similar requests is likely if it shares losses with few others, and if a loss follows
 * most of its requests. Within a group, the plainest comes first, and each further one counts
 * less.
 */
function inRank(candidates: readonly Named[], losses: readonly Loss[]): readonly Named[] {
  const within = losses.map((loss) => candidates.filter((one) => overlaps(one, loss)));
  const atLoss = new Set(within.flat());
  const ranked = [...grouped(candidates, kindOf)].flatMap(([kind, alike]) => {
    const its = alike.filter((one) => atLoss.has(one));
    const members = new Set(its);
    const shares = within.map((all) => (all.some((one) => members.has(one)) ? 1 / all.length : 0));
    const likely = (shares.reduce((sum, share) => sum + share, 0) * its.length) / alike.length;
    const byText = [...new Map(its.map((one) => [one.text, one])).values()];
    const plainest = byText.toSorted(
      (one, other) =>
        lengthOf(one.request) - lengthOf(other.request) ||
        inOrder(keyText(one.key), keyText(other.key)),
    );
    return plainest.map((one, nth) => ({ one, kind, likely: likely / (nth + 1) }));
  });
  const byRank = ranked.toSorted(
    (left, right) => right.likely - left.likely || inOrder(left.kind, right.kind),
  );
  return byRank.slice(0, mostSuspects).map(({ one }) => one);
}

/** What a server may distinguish: the endpoint, its response, and the form of the body. */
function kindOf({ endpoint, request, status }: Heard): string {
  return [
    request.method,
    endpoint,
    status,
    request.body && formOf(parsedJson(valueText(request.body))),
  ].join(' ');
}

function formOf(body: unknown): string {
  if (body === undefined) return 'no JSON';
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'no object';
  return Object.keys(body).sort().join();
}

/** The characters that the harness wrote. Symbols and bytes count as one. */
function lengthOf({ path, headers, body = '' }: Request): number {
  let length = 0;
  for (const value of [path, ...headers.map(([, value]) => value), body]) {
    for (const piece of pieces(value)) length += typeof piece === 'string' ? piece.length : 1;
  }
  return length;
}

const isTaken = ({ status = 0 }: Heard): boolean => status >= 200 && status < 300;
const isBoth = (responses: Responses | undefined): boolean =>
  responses?.isRefused === true && responses.isOther;

function responsesBy<Its extends Heard>(
  all: readonly Its[],
  nameOf: (one: Its) => string,
): Map<string, Responses> {
  const found = new Map<string, Responses>();
  for (const one of all) {
    if (one.status === undefined) continue;
    const name = nameOf(one);
    const { isRefused = false, isOther = false } = found.get(name) ?? {};
    found.set(name, { isRefused: isRefused || one.isRefused, isOther: isOther || !one.isRefused });
  }
  return found;
}

const pathOf = ({ bearer, request: { method, path } }: Heard): string =>
  `${bearer} ${method} ${valueText(path)}`;

const textOf = ({ request }: Heard): string =>
  createHash('sha256').update(requestText(request)).digest('base64').slice(0, 12);

/** Whether the request yielded the token of that control. */
function isRenewal({ yields }: Request, control: Heard | undefined): boolean {
  return (
    yields !== undefined &&
    control?.bearer.toLowerCase().startsWith(`bearer {{${yields}}} `) === true
  );
}

/** The token and the user. Empty if there is no well-formed token. */
function bearerOf({ origin, headers }: Request): string {
  if (origin !== 'api') return '';
  const valuesOf = (name: string) =>
    headers.filter(([field]) => field.toLowerCase() === name).map(([, value]) => valueText(value));
  const [token = '', ...more] = valuesOf('authorization');
  return more.length === 0 && /^bearer \{\{token:\w+\}\}$/i.test(token)
    ? `${token} ${valuesOf('x-user-id').join()}`
    : '';
}
