import {
  type Answered,
  type Exchange,
  fieldValues,
  isAnswered,
  isLavish,
  type Key,
  type Request,
  setupKey,
  statusOf,
  valueText,
} from '../exchange/index.ts';
import { isLoadShedding, isServed, longestSpread, sentBearer } from '../judging/index.ts';

const mostRevoked = 8;
/** So many consecutive tokens with a similar age or use at their end. */
const mostAlike = 3;
/** Two runs that revoke each other's tokens also end them regularly, but earlier. */
const fewestMs = 1_000;
const fewestUses = 50;
const alike = 1.2;
const mostRenewals = 3;
const mostAttempts = 4;
const pauseMs = 250;
/** Concurrent, because servers may each cache the check. */
const tokenProbes = 4;
/** Servers may disagree: per endpoint, and in total. */
const mostInVain = 2;
const mostInVainAtAll = 6;

export type RevocationMeans = Readonly<{
  ask: (key: Key, request: Request) => Promise<Exchange>;
  renew: (symbol: string) => Promise<boolean>;
  wait: (ms: number) => Promise<unknown>;
}>;

interface Known {
  readonly symbol: string;
  issuedAt: number;
  /** When the latest request that succeeded was sent. */
  servedAt: number | undefined;
  /** When every server last accepted it. */
  soundAt: number;
  /** Endpoints that refused the token, although some server accepted it after a wait. */
  differed: string[];
  refusedAt: number;
  /** A request that succeeded with this token or an earlier one. */
  served: Readonly<{ endpoint: string; request: Request }> | undefined;
  uses: number;
  readonly ended: Readonly<{ ageMs: number; uses: number }>[];
  state: 'good' | 'given-up' | 'in-vain';
  settling?: Promise<void> | undefined;
}

type Doubt = Readonly<{
  refused: Answered;
  counts: boolean;
  asksAll: boolean;
}>;

/**
 * Distinguishes a revoked token from a refused request. Providers that allow one token per client
 * revoke the run's when a colleague or another shard requests one. After a 401 for a token that
 * worked before, a request that succeeded is repeated. If that gets 401 too, and succeeds with a
 * new token, the old one was revoked, and the refused request is retried.
 */
export class Revocation {
  readonly #means;
  readonly #known = new Map<string, Known>();
  readonly #withoutUser = new Set<string>();
  #asked = 0;

  constructor(means: RevocationMeans) {
    this.#means = means;
  }

  heard(exchange: Exchange) {
    if (!isAnswered(exchange)) return;
    const { request, key, sentAt } = exchange;
    const { yields } = request;
    if (yields !== undefined && exchange.facts.tokens[yields])
      this.#issued(yields, exchange.endedAt);
    const known = this.#of(request);
    if (!known || sentAt < known.issuedAt) return;
    if (exchange.answer.status !== 401) known.uses++;
    if (!isServed(exchange)) return;
    known.servedAt = Math.max(known.servedAt ?? 0, sentAt);
    if (usersOf(request).length === 0) this.#withoutUser.add(key.endpoint);
    if (request.method === 'GET' && !isLavish(exchange))
      known.served ??= { endpoint: key.endpoint, request };
  }

  spent(request: Request) {
    const known = this.#of(request);
    if (known?.state !== 'given-up') return undefined;
    const last = known.ended.at(-1);
    if (!last || !areAlike(known.ended.slice(-mostAlike))) {
      return (
        `${known.symbol} is refused although it was accepted before, as if something else ` +
        'requested tokens for the same client, or a request of the run revoked it'
      );
    }
    const age = Math.round(last.ageMs / 1000);
    return (
      `${known.symbol} was refused ${mostAlike} times at about ${age} s of age, ` +
      `after ${last.uses} requests: it expires earlier than stated, ` +
      'or something else regularly requests tokens for the same client'
    );
  }

  async isRevoked(refused: Answered) {
    const known = isRefused(refused) ? this.#of(refused.request) : undefined;
    if (!known) return false;
    const counts = this.#isOrdinary(refused);
    const asksAll = counts || known.ended.length > 0;
    for (;;) {
      if (known.state === 'given-up') return true;
      if (known.state === 'in-vain' || known.served === undefined) return false;
      // Replaced meanwhile.
      if (refused.sentAt < known.issuedAt) return true;
      if ((asksAll ? known.soundAt : (known.servedAt ?? 0)) >= refused.endedAt) return false;
      known.settling ??= this.#settle(known, { refused, counts, asksAll }).finally(() => {
        known.settling = undefined;
      });
      await known.settling;
    }
  }

  async #settle(known: Known, doubt: Doubt) {
    if (await this.#isAccepted(known, doubt)) return;
    known.differed = [];
    known.state = await this.#replaced(known);
  }

  async #replaced(known: Known) {
    if (known.ended.length >= mostRevoked) return 'given-up';
    known.ended.push({ ageMs: known.refusedAt - known.issuedAt, uses: known.uses });
    if (areAlike(known.ended.slice(-mostAlike))) return 'given-up';
    for (let nth = 0; nth < mostRenewals; nth++) {
      if (!(await this.#means.renew(known.symbol))) return 'given-up';
      if (!isRefused(await this.#ask(known))) return 'good';
      await this.#means.wait(longestSpread);
      if (!isRefused(await this.#ask(known))) return 'good';
    }
    return 'in-vain';
  }

  /**
   * Several servers may check the token, each with a cache: all refuse a revoked one after a while.
   * The original 401 counts, because these requests may all reach other servers. A new token may
   * not be known everywhere yet.
   */
  async #isAccepted(known: Known, { refused, counts, asksAll }: Doubt) {
    const several = () =>
      Promise.all(Array.from({ length: asksAll ? tokenProbes : 1 }, () => this.#ask(known)));
    let came = await several();
    if (differ(counts ? [refused, ...came] : came) && isWorthWaiting(known, refused)) {
      await this.#means.wait(longestSpread);
      came = await several();
      if (!came.every(isRefused)) known.differed.push(refused.key.endpoint);
    }
    const unknownMs =
      known.servedAt === undefined ? known.issuedAt + longestSpread - sentFirst(came) : 0;
    if (unknownMs > 0 && came.every(isRefused)) {
      await this.#means.wait(unknownMs);
      came = await several();
    }
    const sentAt = sentFirst(came);
    if (came.every(isRefused)) {
      known.refusedAt = sentAt;
      return false;
    }
    known.servedAt = Math.max(known.servedAt ?? 0, sentAt);
    if (asksAll) known.soundAt = sentAt;
    return true;
  }

  async #ask({ served }: Known) {
    if (served === undefined) throw new RangeError('nothing was served with that token');
    const key = setupKey(served.endpoint, 'still-accepted', this.#asked++);
    for (let attempt = 0; ; attempt++) {
      const came = await this.#means.ask({ ...key, attempt }, served.request);
      if ((isAnswered(came) && !isLoadShedding(came)) || attempt + 1 >= mostAttempts) return came;
      await this.#means.wait(pauseMs);
    }
  }

  /** Otherwise the user may be the reason for the 401. */
  #isOrdinary({ key, request }: Answered) {
    const users = usersOf(request);
    return users.length === 0 ? this.#withoutUser.has(key.endpoint) : knownUser.test(users.join());
  }

  #issued(symbol: string, issuedAt: number) {
    const known = this.#ofSymbol(symbol);
    Object.assign(known, { issuedAt, servedAt: undefined, soundAt: 0, uses: 0 });
    // One more revocation gives it up again.
    if (known.state === 'given-up') known.state = 'good';
  }

  #of(request: Request) {
    const [, symbol] = sentBearer(request) ?? [];
    return symbol === undefined ? undefined : this.#ofSymbol(symbol);
  }

  #ofSymbol(symbol: string) {
    const times = { issuedAt: 0, servedAt: undefined, soundAt: 0, refusedAt: 0 };
    const unused = { differed: [], served: undefined, uses: 0, ended: [] };
    const known = this.#known.get(symbol) ?? { symbol, ...times, ...unused, state: 'good' };
    this.#known.set(symbol, known);
    return known;
  }
}

function areAlike(ended: Known['ended']) {
  const isOne = (all: readonly number[], fewest: number) =>
    Math.min(...all) >= fewest && Math.max(...all) <= Math.min(...all) * alike;
  const [ages, uses] = [ended.map(({ ageMs }) => ageMs), ended.map((end) => end.uses)];
  return ended.length >= mostAlike && (isOne(ages, fewestMs) || isOne(uses, fewestUses));
}

/** The endpoint may refuse the request for another reason. */
const isWorthWaiting = ({ differed }: Known, { key: { endpoint } }: Answered) =>
  differed.length < mostInVainAtAll &&
  differed.filter((one) => one === endpoint).length < mostInVain;

const sentFirst = (came: readonly Exchange[]) => Math.min(...came.map(({ sentAt }) => sentAt));
const differ = (came: readonly Exchange[]) => came.some(isRefused) && !came.every(isRefused);
const isRefused = (exchange: Exchange) => statusOf(exchange) === 401;

const knownUser = /^\{\{user:(?:first|second)\}\}$/;
const usersOf = ({ headers }: Request) => fieldValues(headers, 'x-user-id').map(valueText);
