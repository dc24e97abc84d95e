import { setMaxListeners } from 'node:events';
import { type Clock, until } from '../clock.ts';
import type { Config } from '../config/config.ts';
import {
  type Answer,
  type Exchange,
  fieldValues,
  isAnswered,
  isLavish,
  type Key,
  type Lost,
  type LostWhy,
  type Request,
  unitOf,
} from '../exchange/index.ts';
import { isLoadShedding } from '../judging/answer.ts';
import type { TokenSession } from '../tokens/token-session.ts';
import { AdaptiveRate } from './adaptive-rate.ts';
import { Breaker } from './breaker.ts';
import { Hold } from './hold.ts';
import { type Departure, Queue } from './queue.ts';
import { pauseAskedFor } from './retry-after.ts';

type TrafficClass = Request['origin'] | 'writes';

/** A server may limit only writes. */
export const trafficClass = ({ origin, method }: Request): TrafficClass =>
  origin === 'api' && method !== 'GET' ? 'writes' : origin;

class ClassState {
  readonly rate = new AdaptiveRate();
  pausedUntil = 0;
  withheld: string | undefined;
}

/** A target that closes the connection on every malformed request is not down. */
const silences: ReadonlySet<LostWhy> = new Set([
  'refused-connection',
  'unresolved-name',
  'tls',
  'timeout',
  'proxy',
]);
const largeAtOnce = 2;
/** After a stop, for restoring the address, and what a rate limit adds. */
const lastMs = 4_000;
const lastAtRateMs = 1_000;
const patience = 6;
const tooLong = 'a Retry-After that is later than the deadline';

export class Gate {
  readonly #clock;
  readonly #config;
  readonly #endsAt;
  readonly #tokens;
  readonly #queue;
  readonly #classes: Readonly<Record<TrafficClass, ClassState>> = {
    api: new ClassState(),
    writes: new ClassState(),
    token: new ClassState(),
    jwks: new ClassState(),
    listener: new ClassState(),
  };
  readonly #breakers;
  readonly #stopping = new AbortController();
  readonly #writing = new Set<Promise<unknown>>();
  readonly #inFlight = new Set<(lost: Lost) => void>();
  readonly hold = new Hold();
  #stopped: string | undefined;
  #lastUntil = 0;

  /** `endsAt`: the deadline, in milliseconds since the epoch. */
  constructor(
    clock: Clock,
    config: Pick<Config, 'concurrency' | 'rate' | 'deadlineS' | 'timeoutMs'>,
    endsAt: number,
    tokens: Pick<TokenSession, 'refusal' | 'isDue' | 'spend'>,
  ) {
    this.#clock = clock;
    this.#config = config;
    this.#endsAt = endsAt;
    this.#tokens = tokens;
    this.#queue = new Queue(clock, config.concurrency, config.rate);
    const giveUpAfterMs = (config.deadlineS * 1000) / 6;
    const breaker = () => new Breaker(giveUpAfterMs);
    this.#breakers = { api: breaker(), token: breaker(), jwks: breaker(), listener: breaker() };
    // Every request may wait for this signal.
    setMaxListeners(0, this.#stopping.signal);
  }

  get stopped() {
    return this.#stopped;
  }

  stop(why: string) {
    if (this.#stopped === undefined) {
      this.#lastUntil =
        this.#clock.now() + lastMs + (this.#config.rate === undefined ? 0 : lastAtRateMs);
      this.#stopped = why;
    }
    this.hold.end();
    this.#stopping.abort();
    for (const settle of this.#inFlight) settle({ lost: 'stopped', detail: why });
    this.#queue.open();
  }

  decide(request: Request, now: number): 'now' | 'wait' | Lost {
    const isRestoring = request.purpose === 'restore';
    if (this.#stopped !== undefined && !(isRestoring && now < this.#lastUntil)) {
      return { lost: 'stopped', detail: this.#stopped };
    }
    const { withheld } = this.#classOf(request);
    if (withheld !== undefined && !isRestoring) return { lost: 'stopped', detail: withheld };
    const refused = this.#tokens.refusal(request, now);
    if (refused) return refused;
    const mustWait =
      this.hold.concerns(request) || this.#pauseMs(request) > 0 || this.#tokens.isDue(request, now);
    return mustWait && this.#stopped === undefined ? 'wait' : 'now';
  }

  breaks({ origin }: Request) {
    const breaker = this.#breakers[origin];
    return breaker.admits(this.#clock.now()) ? undefined : breaker.reason;
  }

  /** Without a turn, so that other requests continue. */
  async pauseOver(request: Request) {
    await this.hold.over(request);
    for (let ms = this.#pauseMs(request); ms > 0; ms = this.#pauseMs(request)) {
      await this.wait(ms);
    }
  }

  /** A token request has its turn alone: a new token may revoke the earlier one. */
  inTurn<T>(key: Key, request: Request, send: () => Promise<T>) {
    const paced = async () => {
      const pause =
        this.#stopped === undefined ? this.#classOf(request).rate.reserve(this.#clock.now()) : 0;
      if (pause > 0) await this.wait(pause);
      return send();
    };
    if (request.yields !== undefined) return this.#queue.alone(paced);
    return this.#queue.run(paced, key.requirement === 'run/setup' ? undefined : unitOf(key));
  }

  /** Decides again after the wait. Call `arrived` when the response has arrived, or none will. */
  async depart(
    request: Request,
  ): Promise<Readonly<{ sentAt: number; arrived: Departure }> | 'wait' | Lost> {
    let sentAt = 0;
    let decision: 'now' | 'wait' | Lost | undefined;
    const arrived = await this.#leave(request, () => {
      sentAt = Math.floor(this.#clock.now());
      decision = this.decide(request, sentAt);
      if (decision === 'now') decision = this.#tokens.spend(request) ?? 'now';
      return decision === 'now';
    });
    if (arrived) return { sentAt, arrived };
    return decision === undefined || decision === 'now'
      ? { lost: 'stopped', detail: this.#stopped ?? '' }
      : decision;
  }

  departAgain(request: Request): Promise<Departure | undefined> {
    return this.#queue.depart(
      () =>
        this.#stopped === undefined && this.#pauseMs(request) === 0 && !this.#tokens.spend(request),
    );
  }

  /** A race with a promise that lives as long as the run would keep every response in memory. */
  unlessStopped<T>(request: Request, delivery: Promise<T>): Promise<T | Lost> {
    if (trafficClass(request) === 'writes') {
      this.#writing.add(delivery);
      const end = () => this.#writing.delete(delivery);
      delivery.then(end, end);
    }
    return new Promise((settle, fail) => {
      this.#inFlight.add(settle);
      const end = () => this.#inFlight.delete(settle);
      delivery.then(settle, fail).finally(end);
    });
  }

  timeLimitMs({ purpose }: Request) {
    if (this.#stopped !== undefined) return Math.max(this.#lastUntil - this.#clock.now(), 1);
    const { timeoutMs } = this.#config;
    const mostMs = Math.max((this.#endsAt - this.#clock.now()) / 2, timeoutMs);
    return purpose === 'patient' ? Math.min(timeoutMs * patience, mostMs) : timeoutMs;
  }

  /** `isSuspect`: a firewall may have sent it, so its Retry-After does not stop the run. */
  heard(exchange: Exchange, isSuspect = false) {
    const { request, sentAt, endedAt, answer } = exchange;
    if (isLavish(exchange)) this.#queue.atMost(largeAtOnce);
    const breaker = this.#breakers[request.origin];
    if ('lost' in answer) {
      if (silences.has(answer.lost)) breaker.unanswered(this.#clock.now(), answer);
      else if (answer.lost !== 'stopped') breaker.answered();
      return;
    }
    breaker.answered();
    this.#classOf(request).rate.heard(isRateLimited(answer), sentAt, endedAt);
    if (!isAnswered(exchange) || !isLoadShedding(exchange)) return;
    const ms = pauseAskedFor(exchange) ?? 0;
    if (!isSuspect || endedAt + ms <= this.#endsAt) this.#heed(request, endedAt, ms);
  }

  #heed(request: Request, endedAt: number, ms: number) {
    if (endedAt + ms <= this.#endsAt) {
      if (ms > 0) this.pause(request, ms);
    } else if (trafficClass(request) === 'api') this.stop(tooLong);
    else this.withhold(request, tooLong);
  }

  /** After a write or a token request, only that class pauses. A pause can only be extended. */
  pause(request: Request, ms: number) {
    const paused = this.#classOf(request);
    if (trafficClass(request) === 'api') this.pauseUntil(this.#clock.now() + ms);
    else paused.pausedUntil = Math.max(paused.pausedUntil, this.#clock.now() + ms);
  }

  /** In milliseconds since the epoch. */
  pauseUntil(time: number) {
    this.#queue.pauseUntil(time);
  }

  withhold(request: Request, why: string) {
    this.#classOf(request).withheld ??= why;
  }

  isWithheld(request: Request) {
    return this.#classOf(request).withheld !== undefined;
  }

  wait(ms: number) {
    return this.#clock.sleep(ms, this.#stopping.signal);
  }

  async waitToRetry(ms: number) {
    const isVain =
      this.#breakers.api.hasGivenUp(this.#clock.now()) || this.#clock.now() + ms > this.#endsAt;
    return !isVain && this.wait(ms);
  }

  #classOf(request: Request) {
    return this.#classes[trafficClass(request)];
  }

  #pauseMs(request: Request) {
    if (this.#stopped !== undefined) return 0;
    const leftMs = ({ pausedUntil }: ClassState) => Math.max(pausedUntil - this.#clock.now(), 0);
    const forToken = this.#tokens.isDue(request, this.#clock.now())
      ? leftMs(this.#classes.token)
      : 0;
    return Math.max(leftMs(this.#classOf(request)), forToken);
  }

  /**
   * After a stop, requests that restore the address may leave for a moment, once earlier writes,
   * which would overwrite them, have arrived.
   */
  async #leave({ purpose }: Request, mayLeave: () => boolean) {
    const leave = this.#stopped === undefined ? await this.#queue.depart(mayLeave) : undefined;
    if (leave || purpose !== 'restore') return leave;
    const isRestored = new AbortController();
    const tooLate = until(this.#clock, this.#lastUntil, isRestored.signal);
    const longEnough = this.#clock.sleep(lastMs / 2, isRestored.signal);
    await Promise.race([Promise.allSettled(this.#writing), longEnough]);
    const left = await Promise.race([this.#queue.depart(mayLeave), tooLate]);
    isRestored.abort();
    return typeof left === 'function' ? left : undefined;
  }
}

/** 429, or 503 with Retry-After (RFC 6585 section 4, RFC 9110 section 15.6.4). */
const isRateLimited = ({ status, headers }: Answer) =>
  status === 429 || (status === 503 && fieldValues(headers, 'retry-after').length > 0);
