import { createHash } from 'node:crypto';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { type Exchange, isAnswered, wasSent } from '../exchange/exchange.ts';
import { grouped } from '../exchange/grouped.ts';
import { type Key, keyText } from '../exchange/key.ts';
import { type Request, requestText } from '../exchange/request.ts';
import { valueText } from '../exchange/value.ts';
import { inOrder } from '../outcome/finding.ts';
import { parsedJson } from '../schema/json-value.ts';
import { mayBeBan } from '../traffic/ban-response.ts';

/** The most requests that are remembered: no longer run is examined. And the characters of a request. */
const [most, longest] = [40_000, 20_000];
/** Each suspect costs two requests. */
const mostSuspects = 12;

/** A request, and the id of its endpoint. */
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
  /** The request that yields a new token. Absent if the operator supplied the token. */
  readonly renewal: Sent | undefined;
}

interface Heard extends Sent {
  readonly key: Key;
  readonly sentAt: number;
  readonly endedAt: number;
  /** Undefined if there was no response. */
  readonly status: number | undefined;
  readonly isRefused: boolean;
  /** Names the request without its key. */
  readonly text: string;
  /** The token and the user of the request. */
  readonly bearer: string;
}

/**
 * A time in which a token or a user stopped being accepted, in milliseconds since the epoch: still
 * accepted after `from`, no longer before `to`, and again at `until`.
 */
interface Loss {
  readonly from: number;
  readonly to: number;
  readonly until: number;
  readonly refused: Heard;
}

/** Notes when the target stops accepting a token or a user, and which requests it processed at that time. */
export class TokenLosses {
  readonly #heard: Heard[] = [];
  #isTooLong = false;
  /** The statuses that each request got: refused, other, or both. */
  readonly #statuses = new Map<string, { refused: boolean; other: boolean }>();
  readonly #declared: ReadonlySet<string>;

  constructor(endpoints: readonly Endpoint[]) {
    const declared = endpoints.filter(({ source }) => source === 'declared');
    this.#declared = new Set(declared.map(({ id }) => id));
  }

  hear(exchange: Exchange): void {
    const { key, request, sentAt, endedAt } = exchange;
    if (!wasSent(exchange) || !['api', 'token'].includes(request.origin)) return;
    const whole = requestText(request);
    if (whole.length > longest) return;
    this.#isTooLong = this.#heard.length >= most;
    if (this.#isTooLong) return;
    const text = createHash('sha256').update(whole).digest('base64').slice(0, 12);
    const status = isAnswered(exchange) ? exchange.answer.status : undefined;
    // A ban ends by itself, and each further suspect would prolong it.
    const isRefused = (status === 401 || status === 403) && !mayBeBan(exchange);
    const times = { key, sentAt, endedAt };
    const bearer = bearerOf(request);
    this.#heard.push({ ...times, endpoint: key.endpoint, request, status, isRefused, text, bearer });
    if (status === undefined) return;
    const seen = this.#statuses.get(text) ?? { refused: false, other: false };
    this.#statuses.set(text, seen);
    if (isRefused) seen.refused = true;
    else seen.other = true;
  }

  /** Returns the requests that may be the cause, the most likely first. None if no token and no user was lost. */
  suspects(): readonly Suspect[] {
    if (this.#isTooLong || ![...this.#statuses.values()].some(isBoth)) return [];
    // By time, because a replay hears the responses in another order.
    const all = this.#heard.toSorted(
      (one, other) => one.sentAt - other.sentAt || inOrder(keyText(one.key), keyText(other.key)),
    );
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
      const renewal = all.find(({ request, status = 0 }) => isRenewal(request, control) && status < 300);
      return control ? [{ sent, isAdmitted: !sent.isRefused, control, renewal }] : [];
    });
  }

  /**
   * What was refused only for its token or user did not reach what may revoke them. What got no
   * response may have crashed the target, and the run still has to restore the address. And an
   * endpoint that the operator declares may be there to end sessions.
   */
  #mayCause(one: Heard): boolean {
    const { request, endpoint, status, isRefused, text } = one;
    if (request.origin !== 'api' || status === undefined) return false;
    if (isTaken(one) && this.#declared.has(endpoint)) return false;
    return !(isRefused && isBoth(this.#statuses.get(text)));
  }

  #losses(all: readonly Heard[]): readonly Loss[] {
    const bearers = grouped(all, ({ bearer }) => bearer);
    bearers.delete('');
    return [...bearers.values()].flatMap((its) => {
      const refused = its.filter((one) => one.isRefused && isBoth(this.#statuses.get(one.text)));
      const accepted = its.filter((one) => this.#isAccepted(one));
      return lossesOf(refused, accepted);
    });
  }

  /** Whether the response shows that the token and the user were accepted: a success, or another refusal than before. */
  #isAccepted(one: Heard): boolean {
    const isOther = one.status !== undefined && !one.isRefused && isBoth(this.#statuses.get(one.text));
    return isTaken(one) || isOther;
  }

  /** Returns the read that the loss refused, or else one that the same token and user were accepted with. */
  #controlOf({ refused, until }: Loss, all: readonly Heard[]): Heard | undefined {
    const reads = all.filter(({ bearer, request }) => bearer === refused.bearer && isRead(request));
    const isLost = (one: Heard) =>
      one.isRefused && one.sentAt >= refused.sentAt && one.sentAt < until && isBoth(this.#statuses.get(one.text));
    return reads.find(isLost) ?? reads.find(isTaken);
  }
}

/** Both in the order in which they were sent. */
function lossesOf(refused: readonly Heard[], accepted: readonly Heard[]): readonly Loss[] {
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

function lossAt(to: number, refused: Heard, accepted: readonly Heard[]): Loss {
  const before = accepted.findLast(({ sentAt }) => sentAt < to);
  const after = accepted.find(({ sentAt }) => sentAt >= to);
  return { from: before?.sentAt ?? 0, to, until: after?.sentAt ?? Number.POSITIVE_INFINITY, refused };
}

/** Whether the request may have been processed when the token or the user was lost. */
const overlaps = ({ sentAt, endedAt }: Heard, { from, to }: Loss): boolean => sentAt <= to && endedAt >= from;

/**
 * Returns the most likely causes first. A group of similar requests is likely if it shares losses
 * with few others, and if a loss follows most of its requests. Within a group, the plainest comes
 * first, and each further one counts less.
 */
function inRank(candidates: readonly Heard[], losses: readonly Loss[]): readonly Heard[] {
  const within = losses.map((loss) => candidates.filter((one) => overlaps(one, loss)));
  const atLoss = new Set(within.flat());
  const ranked = [...grouped(candidates, kindOf)].flatMap(([kind, alike]) => {
    const its = alike.filter((one) => atLoss.has(one));
    const members = new Set(its);
    const shares = within.map((all) => (all.some((one) => members.has(one)) ? 1 / all.length : 0));
    const likely = (shares.reduce((sum, share) => sum + share, 0) * its.length) / alike.length;
    const byText = [...new Map(its.map((one) => [one.text, one])).values()];
    const plainest = byText.toSorted(
      (one, other) => lengthOf(one) - lengthOf(other) || inOrder(keyText(one.key), keyText(other.key)),
    );
    return plainest.map((one, nth) => ({ one, kind, likely: likely / (nth + 1) }));
  });
  const byRank = ranked.toSorted((left, right) => right.likely - left.likely || inOrder(left.kind, right.kind));
  return byRank.slice(0, mostSuspects).map(({ one }) => one);
}

/** Names what a server may distinguish: the endpoint, its response, and the form of the body. */
function kindOf({ endpoint, request, status }: Heard): string {
  return [request.method, endpoint, status, request.body && formOf(parsedJson(valueText(request.body)))].join(' ');
}

function formOf(body: unknown): string {
  if (body === undefined) return 'no JSON';
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'no object';
  return Object.keys(body).sort().join();
}

const lengthOf = ({ request }: Heard): number => requestText(request).length;
const isTaken = ({ status = 0 }: Heard): boolean => status >= 200 && status < 300;
const isRead = ({ method, wire }: Request): boolean => method === 'GET' && wire === 'http';
const isBoth = (seen: { readonly refused: boolean; readonly other: boolean } | undefined): boolean =>
  seen?.refused === true && seen.other;

/** Whether the request yielded the token of that control. */
function isRenewal({ yields }: Request, control: Heard | undefined): boolean {
  return yields !== undefined && control?.bearer.toLowerCase().startsWith(`bearer {{${yields}}} `) === true;
}

/** The token and the user that a request names. Empty if it has no well-formed token. */
function bearerOf({ origin, headers }: Request): string {
  if (origin !== 'api') return '';
  const valuesOf = (name: string) =>
    headers.filter(([field]) => field.toLowerCase() === name).map(([, value]) => valueText(value));
  const [token = '', ...more] = valuesOf('authorization');
  return more.length === 0 && /^bearer \{\{token:\w+\}\}$/i.test(token)
    ? `${token} ${valuesOf('x-user-id').join()}`
    : '';
}
