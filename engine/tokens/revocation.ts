import { type Answered, type Exchange, isAnswered, isLarge } from '../exchange/exchange.ts';
import type { Key } from '../exchange/key.ts';
import type { Request } from '../exchange/request.ts';
import { pieces } from '../exchange/value.ts';
import { isLoadShedding, isServed } from '../judging/answer.ts';
import { longestSpread } from '../judging/lags.ts';

/** The most tokens that a run renews because something else revoked them. */
const mostRevoked = 8;
/**
 * If this many consecutive tokens end at a similar age or number of requests, something ends them
 * regularly.
 */
const mostAlike = 3;
/**
 * Younger or less used tokens do not count: two runs that revoke each other's tokens also end them
 * regularly.
 */
const fewestMs = 1_000;
const fewestUses = 50;
/** The greatest ratio between values that count as similar. */
const alike = 1.2;
/** If the API refuses this many new tokens, it counts as accepting no token at all. */
const mostRenewals = 3;
/**
 * Attempts to get a response that shows whether the token is accepted, and the milliseconds between
 * them.
 */
const mostAttempts = 4;
const pauseMs = 250;
/**
 * Concurrent requests if only the token explains a 401, or after a revocation. Servers may each
 * cache the check.
 */
const tokenProbes = 4;
/**
 * How often the run waits without result for servers that disagree about a token: per endpoint, and
 * in total.
 */
const mostInVain = 2;
const mostInVainAtAll = 6;

/** How to send a request once, to request a new token (false if none is issued), and to wait. */
export interface RevocationMeans {
  readonly ask: (key: Key, request: Request) => Promise<Exchange>;
  readonly renew: (symbol: string) => Promise<boolean>;
  readonly wait: (ms: number) => Promise<unknown>;
}

/** What is known about the latest token of a symbol. */
interface Known {
  issuedAt: number;
  /** When the latest request was sent that succeeded with it. */
  servedAt: number | undefined;
  /** When it was last known that every server accepts it. */
  soundAt: number;
  /**
   * Endpoints that refused the token, although some server accepted it after a wait. Emptied when
   * it is revoked.
   */
  differed: string[];
  /** When a request was sent that had succeeded before, and was refused now. */
  refusedAt: number;
  /** A request that succeeded with this token or an earlier one, and its endpoint. */
  served: { readonly endpoint: string; readonly request: Request } | undefined;
  /** The number of requests with it that did not get 401. */
  uses: number;
  /** The age and use of each revoked token when it was refused. */
  readonly ended: { readonly ageMs: number; readonly uses: number }[];
  state: 'good' | 'given-up' | 'in-vain';
}

/** Why a token is in doubt. */
interface Doubt {
  readonly refused: Answered;
  /** Whether only the token can be the reason for the 401. */
  readonly counts: boolean;
  readonly asksAll: boolean;
}

/**
 * Distinguishes a revoked token from a refused request. Providers that allow one token per client
 * revoke the run's token when something else requests one, such as a colleague or another shard.
 * After a 401 for a token that worked before, it repeats a request that succeeded. If that gets 401
 * too, and succeeds with a new token, the old token was revoked. The refused request is then
 * retried.
 */
export class Revocation {
  readonly #means: RevocationMeans;
  readonly #known = new Map<string, Known>();
  readonly #underWay = new Map<string, Promise<void>>();
  /** Endpoints that served a request without a user. */
  readonly #withoutUser = new Set<string>();
  #asked = 0;

  constructor(means: RevocationMeans) {
    this.#means = means;
  }

  heard(exchange: Exchange): void {
    if (!isAnswered(exchange)) return;
    for (const symbol of Object.keys(exchange.facts.tokens)) {
      if (exchange.request.yields === symbol) this.#issued(symbol, exchange.endedAt);
    }
    const symbol = bearerOf(exchange.request);
    if (symbol === undefined) return;
    const known = this.#of(symbol);
    if (exchange.sentAt < known.issuedAt) return;
    if (exchange.answer.status !== 401) known.uses++;
    if (!isServed(exchange)) return;
    known.servedAt = Math.max(known.servedAt ?? 0, exchange.sentAt);
    if (usersOf(exchange.request).length === 0) this.#withoutUser.add(exchange.key.endpoint);
    if (exchange.request.method === 'GET' && !isLarge(exchange)) {
      known.served ??= { endpoint: exchange.key.endpoint, request: exchange.request };
    }
  }

  /** Returns why a request is not sent: its token was revoked too often, or expires by itself. */
  spent(request: Request): string | undefined {
    const symbol = bearerOf(request);
    const known = symbol === undefined ? undefined : this.#known.get(symbol);
    if (known?.state !== 'given-up') return undefined;
    if (areAlike(known.ended.slice(-mostAlike))) {
      const last = known.ended.at(-1);
      return `${symbol} was refused ${mostAlike} times at about ${Math.round((last?.ageMs ?? 0) / 1000)} s of age, after ${last?.uses} requests: it expires earlier than stated, or something else regularly requests tokens for the same client`;
    }
    return `${symbol} is refused although it was accepted before, as if something else requested tokens for the same client, or a request of the run revoked it`;
  }

  /**
   * Reports whether a request was refused because its token had been revoked, so that it must be
   * retried.
   */
  async isRevoked(refused: Answered): Promise<boolean> {
    const symbol = refused.answer.status === 401 ? bearerOf(refused.request) : undefined;
    if (symbol === undefined) return false;
    const known = this.#of(symbol);
    const counts = this.#isOrdinary(refused);
    const asksAll = counts || known.ended.length > 0;
    for (;;) {
      if (known.state === 'given-up') return true;
      if (known.state === 'in-vain' || known.served === undefined) return false;
      // The refused token has been replaced in the meantime.
      if (refused.sentAt < known.issuedAt) return true;
      if ((asksAll ? known.soundAt : (known.servedAt ?? 0)) >= refused.endedAt) return false;
      const underWay =
        this.#underWay.get(symbol) ?? this.#settle(symbol, known, { refused, counts, asksAll });
      this.#underWay.set(symbol, underWay);
      await underWay.finally(() => this.#underWay.delete(symbol));
    }
  }

  /** Finds out whether the latest token is still accepted, and renews it if not. */
  async #settle(symbol: string, known: Known, doubt: Doubt): Promise<void> {
    // Not every request got 401, so the token is valid.
    if (await this.#isAccepted(known, doubt)) return;
    known.differed = [];
    known.state = await this.#replaced(symbol, known);
  }

  /**
   * Renews a revoked token, unless tokens are revoked too often, and checks that the new one is
   * accepted.
   */
  async #replaced(symbol: string, known: Known): Promise<Known['state']> {
    if (known.ended.length >= mostRevoked) return 'given-up';
    known.ended.push({ ageMs: known.refusedAt - known.issuedAt, uses: known.uses });
    if (areAlike(known.ended.slice(-mostAlike))) return 'given-up';
    for (let nth = 0; nth < mostRenewals; nth++) {
      if (!(await this.#means.renew(symbol))) return 'given-up';
      if (!isRefused(await this.#ask(known))) return 'good';
      await this.#means.wait(longestSpread);
      if (!isRefused(await this.#ask(known))) return 'good';
    }
    return 'in-vain';
  }

  /**
   * Reports whether the token is accepted. Several servers may check it, each with a cache. If the
   * token is revoked, all of them refuse it after a while; if some still accept it then, it is
   * valid. The original 401 counts as one server's refusal, because the requests sent here may all
   * reach other servers. If no server has accepted a new token yet, it may not be known everywhere,
   * so the run waits and sends the requests again.
   */
  async #isAccepted(known: Known, { refused, counts, asksAll }: Doubt): Promise<boolean> {
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

  async #ask({ served }: Known): Promise<Exchange> {
    if (served === undefined) throw new RangeError('nothing was served with that token');
    const { endpoint, request } = served;
    const index = this.#asked++;
    for (let attempt = 0; ; attempt++) {
      const key = { requirement: 'run/setup', endpoint, index, step: 'still-accepted', attempt };
      const came = await this.#means.ask(key, request);
      if ((isAnswered(came) && !isLoadShedding(came)) || attempt + 1 >= mostAttempts) return came;
      await this.#means.wait(pauseMs);
    }
  }

  /**
   * Whether the request names a known user, or needs none. Otherwise the user may be the reason for
   * the 401.
   */
  #isOrdinary({ key, request }: Answered): boolean {
    const [user, ...more] = usersOf(request);
    if (user === undefined) return this.#withoutUser.has(key.endpoint);
    const [id, ...rest] = pieces(user[1]);
    if (more.length + rest.length > 0 || typeof id !== 'object' || !('symbol' in id)) return false;
    return id.forge === undefined && knownUsers.has(id.symbol);
  }

  #issued(symbol: string, at: number): void {
    const known = this.#of(symbol);
    known.issuedAt = at;
    known.servedAt = undefined;
    known.soundAt = 0;
    known.uses = 0;
    // One more revocation gives it up again.
    if (known.state === 'given-up') known.state = 'good';
  }

  #of(symbol: string): Known {
    const known = this.#known.get(symbol);
    if (known) return known;
    const times = { issuedAt: 0, servedAt: undefined, soundAt: 0, refusedAt: 0 };
    const fresh: Known = {
      ...times,
      differed: [],
      served: undefined,
      uses: 0,
      ended: [],
      state: 'good',
    };
    this.#known.set(symbol, fresh);
    return fresh;
  }
}

/**
 * Whether the tokens ended at a similar age or number of requests. Then their issuer may end them
 * regularly.
 */
function areAlike(ended: Known['ended']): boolean {
  const isOne = (all: readonly number[], fewest: number) =>
    Math.min(...all) >= fewest && Math.max(...all) <= Math.min(...all) * alike;
  const [ages, uses] = [ended.map(({ ageMs }) => ageMs), ended.map((end) => end.uses)];
  return ended.length >= mostAlike && (isOne(ages, fewestMs) || isOne(uses, fewestUses));
}

/** Limits how often the run waits for an endpoint that refuses the request for another reason. */
function isWorthWaiting({ differed }: Known, { key: { endpoint } }: Answered): boolean {
  return (
    differed.length < mostInVainAtAll &&
    differed.filter((one) => one === endpoint).length < mostInVain
  );
}

const sentFirst = (came: readonly Exchange[]) => Math.min(...came.map(({ sentAt }) => sentAt));
const differ = (came: readonly Exchange[]) => came.some(isRefused) && !came.every(isRefused);
const isRefused = (exchange: Exchange) => isAnswered(exchange) && exchange.answer.status === 401;

const knownUsers: ReadonlySet<string> = new Set(['user:first', 'user:second']);
const usersOf = ({ headers }: Request) =>
  headers.filter(([name]) => name.toLowerCase() === 'x-user-id');

/**
 * Returns the symbol of the token in a well-formed Authorization header of an API request, or
 * undefined.
 */
function bearerOf({ origin, headers }: Request): string | undefined {
  const lines =
    origin === 'api' ? headers.filter(([name]) => name.toLowerCase() === 'authorization') : [];
  const [scheme, token, ...more] = lines.length === 1 && lines[0] ? pieces(lines[0][1]) : [];
  if (
    !/^bearer $/i.test(String(scheme)) ||
    typeof token !== 'object' ||
    !('symbol' in token) ||
    more.length > 0
  )
    return undefined;
  return token.forge === undefined && token.symbol.startsWith('token:') ? token.symbol : undefined;
}
