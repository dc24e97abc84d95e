import { createHash } from 'node:crypto';
import type { Endpoint } from '../catalogue/index.ts';
import {
  type Exchange,
  grouped,
  inOrder,
  isRead,
  type Key,
  keyText,
  pieces,
  type Request,
  requestText,
  statusOf,
  valueText,
  wasSent,
} from '../exchange/index.ts';
import { sentBearer, sentHeader } from '../judging/positive.ts';
import { parsedJson } from '../schema/json-value.ts';
import { mayBeBan } from '../traffic/ban-response.ts';

const [most, longest] = [40_000, 20_000];
/** Each suspect costs two requests. */
const mostSuspects = 12;

export type Sent = Readonly<{
  endpoint: string;
  request: Request;
}>;

export type Suspect = Readonly<{
  sent: Sent;
  /** Whether the target accepted its token and user during the run. */
  isAdmitted: boolean;
  /** A well-formed read with that token and user. */
  control: Sent;
  /** Undefined if the operator supplied the token. */
  renewal: Sent | undefined;
}>;

type Heard = Sent &
  Readonly<{
    key: Key;
    sentAt: number;
    endedAt: number;
    status: number | undefined;
    isRefused: boolean;
    bearer: string;
    /** Without its key. */
    text: string;
  }>;

/** In milliseconds since the epoch: accepted after `from`, not before `to`, and again at `until`. */
type Loss = Readonly<{
  from: number;
  to: number;
  until: number;
  refused: Heard;
}>;

export class TokenLosses {
  readonly #heard: Heard[] = [];
  #isTooLong = false;
  readonly #declared;

  constructor(endpoints: readonly Endpoint[]) {
    const declared = endpoints.filter(({ source }) => source === 'declared');
    this.#declared = new Set(declared.map(({ id }) => id));
  }

  hear(exchange: Exchange) {
    const { key, request, sentAt, endedAt } = exchange;
    if (!wasSent(exchange) || !['api', 'token'].includes(request.origin)) return;
    this.#isTooLong = this.#heard.length >= most;
    if (this.#isTooLong || lengthOf(request) > longest) return;
    const status = statusOf(exchange);
    const [token] = sentBearer(request) ?? [];
    this.#heard.push({
      ...{ key, sentAt, endedAt, endpoint: key.endpoint, request, status },
      // A ban ends by itself, and each further suspect would prolong it.
      isRefused: (status === 401 || status === 403) && !mayBeBan(exchange),
      bearer: token ? `${token} ${sentHeader(request, 'x-user-id').join()}` : '',
      text: createHash('sha256').update(requestText(request)).digest('base64').slice(0, 12),
    });
  }

  /** The requests that may be the cause, the most likely first. */
  suspects(): readonly Suspect[] {
    if (this.#isTooLong) return [];
    const all = this.#heard.toSorted(inSentOrder);
    const answered = all.filter(({ status }) => status !== undefined);
    const refused = new Set(answered.flatMap((one) => (one.isRefused ? [one.text] : [])));
    const others = new Set(answered.flatMap((one) => (one.isRefused ? [] : [one.text])));
    const isLost = ({ isRefused, text }: Heard) => isRefused && others.has(text);
    const isAccepted = (one: Heard) =>
      isTaken(one) || (one.status !== undefined && !one.isRefused && refused.has(one.text));
    const tokens = all.filter((one) => one.request.origin === 'token' && isTaken(one));
    const bearers = grouped(
      all.filter(({ bearer }) => bearer !== ''),
      ({ bearer }) => bearer,
    );
    const losses = [...bearers.values()]
      .flatMap((its) => lossesOf(its.filter(isLost), its.filter(isAccepted)))
      // A token request of the run may have revoked the token.
      .filter((loss) => !tokens.some((one) => overlaps(one, loss)));
    if (losses.length === 0) return [];
    const candidates = all.filter((one) => this.#mayCause(one) && !isLost(one));
    return inRank(candidates, losses).flatMap((sent) => {
      const loss = losses.find((one) => overlaps(sent, one));
      const reads = all.filter(
        ({ bearer, request }) => bearer === loss?.refused.bearer && isRead(request),
      );
      const control =
        reads.find((one) => loss && isLost(one) && isWithin(one, loss)) ?? reads.find(isTaken);
      const renewal = all.find(
        ({ request, status = 0 }) => isRenewal(request, control) && status < 300,
      );
      return control ? [{ sent, isAdmitted: !sent.isRefused, control, renewal }] : [];
    });
  }

  /**
   * What was refused only for its token or user reached nothing that may revoke them. What got no
   * response may have crashed the target, and the run still has to restore the address. An endpoint
   * that the operator declares may be there to end sessions.
   */
  #mayCause(one: Heard) {
    const { request, endpoint, status } = one;
    if (request.origin !== 'api' || status === undefined) return false;
    return !(isTaken(one) && this.#declared.has(endpoint));
  }
}

/** By time, because a replay hears the responses in another order. */
export const inSentOrder = (
  one: Pick<Exchange, 'key' | 'sentAt'>,
  other: Pick<Exchange, 'key' | 'sentAt'>,
) => one.sentAt - other.sentAt || inOrder(keyText(one.key), keyText(other.key));

function lossesOf(refused: readonly Heard[], accepted: readonly Heard[]) {
  const losses: Loss[] = [];
  for (const one of refused) {
    const latest = losses.at(-1);
    const isOngoing = latest !== undefined && one.sentAt < latest.until;
    if (isOngoing && one.endedAt >= latest.to) continue;
    if (isOngoing) losses.pop();
    const to = one.endedAt;
    losses.push({
      from: accepted.findLast(({ sentAt }) => sentAt < to)?.sentAt ?? 0,
      to,
      until: accepted.find(({ sentAt }) => sentAt >= to)?.sentAt ?? Infinity,
      refused: isOngoing ? latest.refused : one,
    });
  }
  // A token that was never accepted before was not lost.
  return losses.filter(({ from }) => from > 0);
}

const overlaps = ({ sentAt, endedAt }: Heard, { from, to }: Loss) =>
  sentAt <= to && endedAt >= from;

const isWithin = ({ sentAt }: Heard, { refused, until }: Loss) =>
  sentAt >= refused.sentAt && sentAt < until;

/**
 * A group of similar requests is likely if it shares losses with few others, and if a loss follows
 * most of its requests.
 */
function inRank(candidates: readonly Heard[], losses: readonly Loss[]) {
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
const kindOf = ({ endpoint, request, status }: Heard) =>
  [
    request.method,
    endpoint,
    status,
    request.body && formOf(parsedJson(valueText(request.body))),
  ].join(' ');

function formOf(body: unknown) {
  if (body === undefined) return 'no JSON';
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'no object';
  return Object.keys(body).sort().join();
}

/** The characters that the harness wrote. Symbols and bytes count as one. */
function lengthOf({ path, headers, body = '' }: Request) {
  const all = [path, ...headers.map(([, value]) => value), body].flatMap(pieces);
  return all.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length : 1), 0);
}

const isTaken = ({ status = 0 }: Heard) => status >= 200 && status < 300;

const isRenewal = ({ yields }: Request, control: Heard | undefined) =>
  yields !== undefined &&
  control?.bearer.toLowerCase().startsWith(`bearer {{${yields}}} `) === true;
