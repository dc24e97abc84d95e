import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import {
  type Answer,
  type Answered,
  type Exchange,
  type Facts,
  isLarge,
  type Lost,
  type LostWhy,
  type Proof,
} from '../exchange/exchange.ts';
import { type Key, keyText, putBackStep } from '../exchange/key.ts';
import type { Request } from '../exchange/request.ts';
import type { WireDetails } from '../exchange/wire-details.ts';
import { Overload } from '../run/overload.ts';
import { sendPolitely } from '../run/polite.ts';
import { Breaker } from './breaker.ts';
import { cookiesIn } from './cookies.ts';
import type { ForgeMaterial } from './forge.ts';
import { httpTransport, maxBodyBytes, type Over, type RawAnswer, tlsOptions } from './http.ts';
import { type Departure, Limiter } from './limiter.ts';
import { interim } from './lost.ts';
import { ambientHeaders, outgoing } from './outgoing.ts';
import { Pace } from './pace.ts';
import { kindOf, Pauses } from './pauses.ts';
import { project } from './project.ts';
import { addedFields, rawHead, sendRaw } from './raw.ts';
import { resolve, type WireRequest, wireForm } from './resolve.ts';
import { Revocation } from './revocation.ts';
import { TokenBudget } from './token-budget.ts';
import { type Due, keeperOf, spreadOf, yieldedBy } from './token-keeper.ts';
import type { Tracing } from './trace-context.ts';
import { Transmission } from './transmission.ts';
import type { Vault } from './vault.ts';

const noFacts: Facts = { echoes: [], tokens: {} };
/**
 * No response, so the target may be down. A closed connection is not in the set. It costs no time, and a target that
 * closes the connection on every malformed request is not down.
 */
const silences: ReadonlySet<LostWhy> = new Set(['refused-connection', 'unresolved-name', 'tls', 'timeout']);

/** Requests at a time to a target with large responses. */
const largeAtOnce = 2;

/** Node's timers take at most 31 bits. */
const longestTimerMs = 60_000;

/** Milliseconds for all requests after a stop, and the extra time if a rate limit delays them. */
const lastMs = 1_000;
const lastAtRateMs = 1_000;

/** Reports whether a rate limit applied: 429, or 503 with Retry-After (RFC 6585 section 4, RFC 9110 section 15.6.4). */
function isTurnedAway({ status, headers }: Answer): boolean {
  return status === 429 || (status === 503 && headers.some(([name]) => name.toLowerCase() === 'retry-after'));
}

export interface Live {
  /** Sends the request once, whatever the outcome. `fresh` requires a new connection. */
  readonly once: (key: Key, request: Request, proof: Proof | undefined, fresh: boolean) => Promise<Exchange>;
  /**
   * Pauses sending after the target rejected this request with a rate limit. After a write or a token request, only
   * that kind pauses.
   */
  readonly pause: (request: Request, ms: number) => void;
  /** Reports whether a request was refused because its token had been revoked, so that it must be retried. */
  readonly isRevoked: (refused: Answered) => Promise<boolean>;
  /** Stops sending requests of that request's kind. */
  readonly withhold: (request: Request, why: string) => void;
  /** Reports whether the API was silent for so long that nothing more is sent to it. */
  readonly hasGivenUp: () => boolean;
  /** Stops sending. Requests in flight count as stopped. */
  readonly stop: (why: string) => void;
  readonly close: () => Promise<void>;
}

/**
 * Sends over the network at the configured pace. Passes every exchange that took place to `record`, with its wire details
 * if it was sent.
 */
export function liveTransport(
  config: Config,
  runId: string,
  version: string,
  vault: Vault,
  material: ForgeMaterial,
  record: (exchange: Exchange, details?: WireDetails) => void,
  traceOf: Tracing = () => undefined,
): Live {
  const http = httpTransport(config.network, config.concurrency);
  const limiter = new Limiter(config.concurrency, config.rate);
  const paces = { api: new Pace(), writes: new Pace(), token: new Pace(), jwks: new Pace() };
  const paceOf = (request: Request) => paces[kindOf(request)];
  const pauses = new Pauses();
  const keeper = keeperOf(config, Date.now());
  const budget = new TokenBudget();
  const stopping = new AbortController();
  // Every request may wait for this signal.
  setMaxListeners(0, stopping.signal);
  const origins = {
    api: new URL(config.target.baseUrl),
    token: new URL(config.target.authUrl || config.target.baseUrl),
    jwks: new URL(config.target.jwksUrl ?? config.target.baseUrl),
  };
  const patienceMs = (config.deadlineS * 1000) / 6;
  const breakers = { api: new Breaker(patienceMs), token: new Breaker(patienceMs), jwks: new Breaker(patienceMs) };
  const ambient = ambientHeaders(config.network, runId, version);
  let stopped: string | undefined;
  /** After a stop, the address may be restored until this time. */
  let lastUntil = 0;
  const writing = new Set<Promise<unknown>>();
  const underWay = new Set<(lost: Lost) => void>();
  const revocation = new Revocation({
    ask: (key, request) => once(key, request, undefined, false),
    renew: async (symbol) => {
      const due = stopped === undefined ? keeper.anew(symbol, Date.now()) : undefined;
      return due !== undefined && yieldedBy(await renew(due)) === symbol;
    },
    wait: waitFor,
  });
  /** The retry schedule for renewals that the identity provider rejected with a rate limit. */
  const renewals = new Overload();
  /** Origins whose responses undici's parser rejects. */
  const oddities = new Set<Request['origin']>();

  /** Waits. Returns false if a stop ended the wait. */
  function waitFor(ms: number): Promise<boolean> {
    return sleep(ms, true, { signal: stopping.signal }).catch(() => false);
  }

  /**
   * Resolves to the result of `work`, or to `stopped` at a stop. A race with a promise that lives as long as the run
   * would keep every response in memory.
   */
  function unlessStopped(work: Promise<RawAnswer | Lost>): Promise<RawAnswer | Lost> {
    return new Promise((settle, fail) => {
      underWay.add(settle);
      const end = () => underWay.delete(settle);
      work.then(settle, fail).finally(end);
    });
  }

  async function once(key: Key, request: Request, proof: Proof | undefined, fresh: boolean): Promise<Exchange> {
    try {
      return await paced(key, request, proof, fresh);
    } catch (error) {
      // Users see errors of the harness, which may quote the request.
      throw new Error(vault.redact(error instanceof Error ? (error.stack ?? error.message) : String(error)).text);
    }
  }

  async function paced(key: Key, request: Request, proof: Proof | undefined, fresh: boolean): Promise<Exchange> {
    for (;;) {
      await pauseOver(request);
      await renewToken(request);
      const send = () => inTime(key, request, proof, fresh);
      // A new token may revoke the earlier one, so no request with that one may be in flight.
      const came = await (request.yields === undefined ? limiter.run(send) : limiter.alone(send));
      if (came !== 'not-yet') return came;
    }
  }

  /**
   * Waits until the request may leave; undefined if nothing is sent any more. After a stop, requests that restore the
   * address may still leave for a moment, at the same rate. They wait for earlier writes to arrive, so that no earlier
   * write overwrites them.
   */
  async function departure(isPutBack: boolean, mayLeave: () => boolean): Promise<Departure | undefined> {
    const leave = stopped === undefined ? await limiter.depart(mayLeave) : undefined;
    if (leave || !isPutBack) return leave;
    const tooLate = sleep(Math.max(lastUntil - Date.now(), 0), undefined, { ref: false });
    await Promise.race([Promise.allSettled(writing), sleep(lastMs / 2, undefined, { ref: false })]);
    return Promise.race([limiter.depart(mayLeave), tooLate]);
  }

  /** Returns the milliseconds that a pause delays the request, or the renewal of a token that it needs. */
  function heldUpMs(request: Request): number {
    if (stopped !== undefined) return 0;
    const forToken = keeper.isDue(request, Date.now()) ? pauses.leftMs('token') : 0;
    return Math.max(pauses.leftMs(kindOf(request)), forToken);
  }

  /** Waits for the end of pauses. It holds no turn of the limiter, so other requests continue. */
  async function pauseOver(request: Request): Promise<void> {
    for (let ms = heldUpMs(request); ms > 0; ms = heldUpMs(request)) {
      await sleep(Math.min(Math.ceil(ms), longestTimerMs), undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  async function renewToken(request: Request): Promise<void> {
    const due = keeper.due(request, Date.now());
    if (due && !stopped) await renew(due, (came) => limiter.pauseUntil(came.endedAt + spreadOf(came)));
  }

  /**
   * Requests a new token while nothing is in flight, and passes each response to `tell` before anything else is sent.
   * If a rate limit rejects the request, it is retried later.
   */
  async function renew({ symbol, request, nth }: Due, tell: (came: Exchange) => void = () => {}): Promise<Exchange> {
    const key = {
      requirement: 'run/setup',
      endpoint: 'POST {auth_url}',
      index: nth,
      step: `renew-${symbol}`,
      attempt: 0,
    };
    // Does not use `paced`, which waits before it takes a turn. During that wait, other requests would use the old
    // token.
    const alone = async (each: Key): Promise<Exchange> => {
      for (;;) {
        const came = await limiter.alone(async () => {
          const one = await inTime(each, request, undefined, false);
          if (one !== 'not-yet') tell(one);
          return one;
        });
        if (came !== 'not-yet') {
          renewals.attempted(came);
          return came;
        }
        await pauseOver(request);
      }
    };
    try {
      const asked = {
        once: alone,
        shed: (latest: Exchange) => renewals.asking(latest),
        patient: () => false,
        // Do not wait for a pause that ends after the deadline.
        wait: async (ms: number) => pauses.withheld(kindOf(request)) === undefined && waitFor(ms),
      };
      const came = await sendPolitely(asked, key, request, undefined, true);
      renewals.ended(came);
      return came;
    } finally {
      keeper.renewed(symbol);
    }
  }

  /** Sends no faster than the target accepts requests. */
  async function inTime(
    key: Key,
    request: Request,
    proof: Proof | undefined,
    fresh: boolean,
  ): Promise<Exchange | 'not-yet'> {
    const pause = stopped === undefined ? paceOf(request).reserve(Date.now()) : 0;
    if (pause > 0) await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
    return transmit(key, request, proof, fresh);
  }

  async function transmit(
    key: Key,
    request: Request,
    proof: Proof | undefined,
    fresh: boolean,
  ): Promise<Exchange | 'not-yet'> {
    let sentAt = Date.now();
    let traced: { readonly traceId?: string } = {};
    const settle = (answer: Answer | Lost, facts: Facts = noFacts, details?: WireDetails): Exchange => {
      const exchange = { key, request, sentAt, endedAt: Date.now(), ...traced, facts, answer } as Exchange;
      // Evidence also contains requests that the run withheld, but not those that it skipped after a stop.
      if (stopped === undefined || !('lost' in answer) || answer.lost !== 'stopped') record(exchange, details);
      if (isLarge(exchange)) limiter.atMost(largeAtOnce);
      return exchange;
    };
    const isPutBack = key.step.startsWith(putBackStep);
    /** Returns what prevents the request from being sent at `sentAt`. */
    const obstacle = (): Lost | undefined => {
      if (stopped !== undefined && !(isPutBack && sentAt < lastUntil)) return { lost: 'stopped', detail: stopped };
      const withheld = isPutBack ? undefined : pauses.withheld(kindOf(request));
      if (withheld !== undefined) return { lost: 'stopped', detail: withheld };
      const revoked = revocation.spent(request);
      if (revoked !== undefined) return { lost: 'no-credential', detail: revoked };
      const spent = keeper.spent(request, sentAt);
      if (!spent) return undefined;
      const reason = [`${spent} expired and could not be renewed`, budget.exhausted()].filter(Boolean).join(': ');
      return { lost: 'no-credential', detail: reason };
    };
    const early = obstacle();
    if (early) return settle(early);
    const resolved = await resolve(request, vault, material);
    if ('lost' in resolved) return settle(resolved);
    if (proof && !proof(wireForm(resolved, vault))) {
      return settle({ lost: 'withheld', detail: 'after encoding, the request would not violate the rule' });
    }
    const breaker = breakers[request.origin];
    if (!breaker.admits(Date.now())) return settle({ lost: 'target-down', detail: 'the target stopped responding' });
    let late: Lost | 'not-yet' | undefined;
    // The wait may be long, so check everything again after it.
    const arrived = await departure(isPutBack, () => {
      sentAt = Date.now();
      const isEarly = stopped === undefined && (heldUpMs(request) > 0 || keeper.isDue(request, sentAt));
      late = obstacle() ?? (isEarly ? 'not-yet' : budget.spend(request));
      return late === undefined;
    });
    if (late === 'not-yet') return late;
    if (!arrived) return settle(late ?? { lost: 'stopped', detail: stopped ?? '' });
    keeper.use(request);
    const trace = traceOf(key, request);
    if (trace) traced = { traceId: trace.traceId };
    const { wire, shown } = outgoing(request, resolved, origins[request.origin], ambient, trace);
    const transmission = new Transmission(shown);
    const delivery = deliver(request, wire, fresh, transmission).finally(() => {
      transmission.end();
      arrived();
    });
    if (request.origin === 'api' && request.method !== 'GET') {
      writing.add(delivery);
      const end = () => writing.delete(delivery);
      delivery.then(end, end);
    }
    const came = await unlessStopped(delivery);
    if ('lost' in came) {
      if (silences.has(came.lost)) breaker.unanswered(Date.now());
      else if (came.lost !== 'stopped') breaker.answered();
      return settle(came, noFacts, transmission.details(''));
    }
    breaker.answered();
    const issuing =
      request.origin === 'token' ? { yields: request.yields, fallback: `token:${keyText(key)}` } : undefined;
    const cookies = request.keeps === undefined ? undefined : cookiesIn(came, Date.now());
    if (request.keeps !== undefined && cookies !== undefined) vault.set(request.keeps, cookies, 'plain');
    const { answer, facts } = project(came, vault, issuing);
    const exchange = settle(answer, facts, transmission.details(vault.redact(came.statusText).text));
    keeper.learn(exchange);
    revocation.heard(exchange);
    paceOf(request).heard(isTurnedAway(answer), sentAt, exchange.endedAt);
    return exchange;
  }

  async function deliver(
    request: Request,
    wire: WireRequest,
    fresh: boolean,
    transmission: Transmission,
  ): Promise<RawAnswer | Lost> {
    const origin = origins[request.origin];
    if (request.wire === 'raw' || oddities.has(request.origin)) return raw(origin, wire, transmission);
    const isAlone = wire.headers.some(([name, value]) => /^connection$/i.test(name) && /^close$/i.test(`${value}`));
    const { connection } = request;
    const shared: Over = connection === undefined ? 'any' : { named: connection };
    const answer = await http.send(origin, wire, timeLimitMs(), fresh || isAlone ? 'new' : shared, transmission);
    // An unsolicited 100, or a 304 with Content-Length, is legal, but undici's parser rejects it.
    const isOdd = 'lost' in answer && answer.lost === 'invalid-http';
    if (!isOdd || config.network.proxy !== undefined) return answer;
    const isInterim = answer.detail === interim;
    const mayAskAgain =
      request.method === 'GET' || request.origin === 'token' || (isInterim && request.method === 'PATCH');
    if (!mayAskAgain) {
      // Use the raw parser from now on: the server probably sends interim responses everywhere, and some requests
      // cannot be repeated.
      if (isInterim) oddities.add(request.origin);
      return answer;
    }
    const mayLeave = () => stopped === undefined && heldUpMs(request) === 0 && !budget.spend(request);
    const arrived = await limiter.depart(mayLeave);
    if (!arrived) return answer;
    transmission.restart();
    const again = await raw(origin, wire, transmission).finally(arrived);
    if (!('lost' in again) && isInterim) oddities.add(request.origin);
    return again;
  }

  function timeLimitMs(): number {
    return stopped === undefined ? config.timeoutMs : Math.max(lastUntil - Date.now(), 1);
  }

  async function raw(origin: URL, wire: WireRequest, transmission: Transmission): Promise<RawAnswer | Lost> {
    const answer = await sendRaw({
      url: origin,
      bytes: rawHead(wire.method, wire.path, origin.host, wire.headers, wire.body),
      method: wire.method,
      timeoutMs: timeLimitMs(),
      maxBytes: maxBodyBytes,
      tls: tlsOptions(config.network),
      transmission,
      added: addedFields(origin.host, wire.headers, wire.body),
    });
    if ('lost' in answer && answer.lost === 'closed') http.makeRoom();
    return answer;
  }

  return {
    once,
    pause: (request, ms) => {
      if (kindOf(request) === 'api') limiter.pauseUntil(Date.now() + ms);
      else pauses.hold(kindOf(request), ms);
    },
    isRevoked: (refused) => (stopped === undefined ? revocation.isRevoked(refused) : Promise.resolve(false)),
    withhold: (request, why) => pauses.withhold(kindOf(request), why),
    hasGivenUp: () => breakers.api.hasGivenUp(Date.now()),
    stop: (why) => {
      if (stopped === undefined) lastUntil = Date.now() + lastMs + (config.rate === undefined ? 0 : lastAtRateMs);
      stopped ??= why;
      stopping.abort();
      for (const settle of underWay) settle({ lost: 'stopped', detail: why });
      limiter.open();
    },
    close: () => http.close(),
  };
}
