import type { Answered, Exchange } from '../exchange/exchange.ts';
import { isAnswered, isLarge } from '../exchange/exchange.ts';
import type { Key } from '../exchange/key.ts';
import type { Request } from '../exchange/request.ts';
import { pieces } from '../exchange/value.ts';
import { isLoadShedding, isServed } from '../judging/answer.ts';
import { longestSpread } from '../judging/token-spread.ts';

/** Tokens that are had again in a run because somebody else's request had revoked them. */
const mostRevoked = 8;
/** Tokens that end alike, one after the other, which is no matter of chance. */
const mostAlike = 3;
/** Younger, or less used, tokens end alike where two runs revoke each other's. */
const fewestMs = 1_000;
const fewestUses = 50;
/** How far apart what is alike may be. */
const alike = 1.2;
/** Tokens that are asked for before it counts as settled that the API takes none at all. */
const mostRenewals = 3;
/** What was served is asked so often for an answer that tells, at such distances in milliseconds. */
const mostAttempts = 4;
const pauseMs = 250;
/** Where nothing but the token can have been refused, it is asked for so often at once: several may check it, and remember it. */
const witnesses = 4;
/** How often those that differ are waited for, where in the end the token is accepted still: at one endpoint, and at all. */
const mostInVain = 2;
const mostInVainAtAll = 6;

export interface Means {
  /** Sends once. */
  readonly ask: (key: Key, request: Request) => Promise<Exchange>;
  /** Has the token issued again; false where it is not, or where nobody knows how. */
  readonly renew: (symbol: string) => Promise<boolean>;
  readonly wait: (ms: number) => Promise<unknown>;
}

/** What is known of the latest token under a symbol. */
interface Known {
  issuedAt: number;
  /** When the latest request was sent that the API served with it. */
  servedAt: number | undefined;
  /** When it was known to be accepted by all that check it. */
  soundAt: number;
  /** The endpoints that refused it when those that differed were waited for in vain, since one was revoked. */
  differed: string[];
  /** When it was refused where it had been accepted. */
  refusedAt: number;
  /** A request that was served, with this token or one before it, and the endpoint that it was sent to. */
  served: { readonly endpoint: string; readonly request: Request } | undefined;
  /** Requests that it was not refused for. */
  uses: number;
  /** The tokens that were revoked. */
  readonly ended: End[];
  state: 'good' | 'given-up' | 'in-vain';
}

/** Why a token is doubted. */
interface Doubt {
  readonly refused: Answered;
  /** Nothing but the token can have been refused. */
  readonly counts: boolean;
  readonly asksAll: boolean;
}

/** What a token had seen when it was refused. */
interface End {
  readonly ageMs: number;
  readonly uses: number;
}

/**
 * Tells a token that was revoked from a request that is refused. Providers that keep one token for each client revoke the
 * run's where anything else asks for one: a colleague, or another shard. After a 401 for a token that was served before,
 * what was served is asked again; where that is refused as well, and served with a new token, the 401 said nothing.
 */
export class Revocation {
  readonly #means: Means;
  readonly #known = new Map<string, Known>();
  readonly #underWay = new Map<string, Promise<void>>();
  /** Endpoints that were served without a user. */
  readonly #withoutUser = new Set<string>();
  #asked = 0;

  constructor(means: Means) {
    this.#means = means;
  }

  /** Takes note of what came. */
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

  /** Why a request is not sent: its token was revoked more often than it is worth while to have it again, or ends by itself. */
  spent(request: Request): string | undefined {
    const symbol = bearerOf(request);
    const known = symbol === undefined ? undefined : this.#known.get(symbol);
    if (known?.state !== 'given-up') return undefined;
    if (areAlike(known.ended.slice(-mostAlike))) {
      const last = known.ended.at(-1);
      return `${symbol} is refused time and again when it is ${Math.round((last?.ageMs ?? 0) / 1000)} s old and was accepted ${last?.uses} times: it ends earlier than was told, or something else has tokens issued to the same client at such distances`;
    }
    return `${symbol} is refused since it was accepted, as if something else had a token issued to the same client`;
  }

  /** Whether a refusal was for a token that was revoked, so that the request has to be sent again. */
  async isRevoked(refused: Answered): Promise<boolean> {
    const symbol = refused.answer.status === 401 ? bearerOf(refused.request) : undefined;
    if (symbol === undefined) return false;
    const known = this.#of(symbol);
    const counts = this.#isOrdinary(refused);
    const asksAll = counts || known.ended.length > 0;
    for (;;) {
      if (known.state === 'given-up') return true;
      if (known.state === 'in-vain' || known.served === undefined) return false;
      // A later token: the one that was refused is forgotten.
      if (refused.sentAt < known.issuedAt) return true;
      if ((asksAll ? known.soundAt : (known.servedAt ?? 0)) >= refused.endedAt) return false;
      const underWay = this.#underWay.get(symbol) ?? this.#settle(symbol, known, { refused, counts, asksAll });
      this.#underWay.set(symbol, underWay);
      await underWay.finally(() => this.#underWay.delete(symbol));
    }
  }

  /** Finds out whether the latest token is still accepted, and has it again where it is not. */
  async #settle(symbol: string, known: Known, doubt: Doubt): Promise<void> {
    // Whatever came, the token was not turned back.
    if (await this.#isAccepted(known, doubt)) return;
    known.differed = [];
    if (known.ended.length >= mostRevoked) {
      known.state = 'given-up';
      return;
    }
    known.ended.push({ ageMs: known.refusedAt - known.issuedAt, uses: known.uses });
    if (areAlike(known.ended.slice(-mostAlike))) {
      known.state = 'given-up';
      return;
    }
    for (let nth = 0; nth < mostRenewals; nth++) {
      if (!(await this.#means.renew(symbol))) {
        known.state = 'given-up';
        return;
      }
      if (!isRefused(await this.#ask(known))) return;
      await this.#means.wait(longestSpread);
      if (!isRefused(await this.#ask(known))) return;
    }
    known.state = 'in-vain';
  }

  /**
   * Whether the token is accepted. Of several that check it each may remember for a while what it knew of it: one that is
   * revoked is refused by all of them in the end, one that some refuse and some accept even then is not. Who refused it
   * is one of them: those that are asked at once may by chance all be others. One that nobody has served yet may not be
   * known yet.
   */
  async #isAccepted(known: Known, { refused, counts, asksAll }: Doubt): Promise<boolean> {
    const several = () => Promise.all(Array.from({ length: asksAll ? witnesses : 1 }, () => this.#ask(known)));
    let came = await several();
    if (differ(counts ? [refused, ...came] : came) && isWorthWaiting(known, refused)) {
      await this.#means.wait(longestSpread);
      came = await several();
      if (!came.every(isRefused)) known.differed.push(refused.key.endpoint);
    }
    const unknownMs = known.servedAt === undefined ? known.issuedAt + longestSpread - sentFirst(came) : 0;
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
      if (isTold(came) || attempt + 1 >= mostAttempts) return came;
      await this.#means.wait(pauseMs);
    }
  }

  /** Whether the request names a user that is known, as clients do, or none where none is asked for: else a 401 may be for the user. */
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
  }

  #of(symbol: string): Known {
    const known = this.#known.get(symbol);
    if (known) return known;
    const [servedAt, served] = [undefined, undefined];
    const fresh: Known = {
      issuedAt: 0,
      servedAt,
      soundAt: 0,
      differed: [],
      refusedAt: 0,
      served,
      uses: 0,
      ended: [],
      state: 'good',
    };
    this.#known.set(symbol, fresh);
    return fresh;
  }
}

/** Whether the tokens ended at one age, or after one number of requests: it ends them who issued them. */
function areAlike(ended: readonly End[]): boolean {
  const isOne = (all: readonly number[], fewest: number) =>
    Math.min(...all) >= fewest && Math.max(...all) <= Math.min(...all) * alike;
  const [ages, uses] = [ended.map(({ ageMs }) => ageMs), ended.map((end) => end.uses)];
  return ended.length >= mostAlike && (isOne(ages, fewestMs) || isOne(uses, fewestUses));
}

/** An endpoint that refuses in earnest is not waited for time and again. */
function isWorthWaiting({ differed }: Known, { key: { endpoint } }: Answered): boolean {
  return differed.length < mostInVainAtAll && differed.filter((one) => one === endpoint).length < mostInVain;
}

/** Whether the answer tells of the token. */
const isTold = (exchange: Exchange) => isAnswered(exchange) && !isLoadShedding(exchange);
const sentFirst = (came: readonly Exchange[]) => Math.min(...came.map(({ sentAt }) => sentAt));
const differ = (came: readonly Exchange[]) => came.some(isRefused) && !came.every(isRefused);
const isRefused = (exchange: Exchange) => isAnswered(exchange) && exchange.answer.status === 401;

const knownUsers: ReadonlySet<string> = new Set(['user:first', 'user:second']);
const usersOf = ({ headers }: Request) => headers.filter(([name]) => name.toLowerCase() === 'x-user-id');

/** The symbol of the one token that a request to the API carries as clients do; undefined where it carries none so. */
function bearerOf({ origin, headers }: Request): string | undefined {
  const lines = origin === 'api' ? headers.filter(([name]) => name.toLowerCase() === 'authorization') : [];
  const [scheme, token, ...more] = lines.length === 1 && lines[0] ? pieces(lines[0][1]) : [];
  if (!/^bearer $/i.test(String(scheme)) || typeof token !== 'object' || !('symbol' in token) || more.length > 0)
    return undefined;
  return token.forge === undefined && token.symbol.startsWith('token:') ? token.symbol : undefined;
}
