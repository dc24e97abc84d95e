import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import {
  type Answer,
  type Answered,
  defined,
  type Exchange,
  type Key,
  type Lost,
  lostOf,
  type Request,
  type SecretFacts,
  type WireDetails,
} from '../exchange/index.ts';
import { TokenSession } from '../tokens/token-session.ts';
import type { Wire } from '../wire/wire.ts';
import type { Attempts } from './attempts.ts';
import { Backoff } from './backoff.ts';
import { BanWatch } from './ban-watch.ts';
import { Gate } from './gate.ts';
import { Retry } from './retry.ts';

type Sent = Parameters<Attempts['once']>;

const noFacts: SecretFacts = { echoes: [], tokens: {} };

type Known = Readonly<{
  sentAt?: number;
  traceId?: string | undefined;
  facts?: SecretFacts;
  details?: WireDetails;
}>;

export class LiveTraffic implements Attempts {
  readonly gate: Gate;
  readonly #clock;
  readonly #wire;
  readonly #tokens;
  readonly #bans;
  readonly #record;
  readonly #renewalBackoff = new Backoff();

  constructor(
    clock: Clock,
    config: Config,
    wire: Wire,
    endsAt: number,
    record: (exchange: Exchange, details?: WireDetails) => void,
  ) {
    this.#clock = clock;
    this.#wire = wire;
    this.#record = record;
    this.#tokens = new TokenSession(clock, config, {
      once: (key, request) => this.once(key, request, undefined, false),
      renew: (key, request, heard) => this.#renew(key, request, heard),
      pauseUntil: (time) => this.gate.pauseUntil(time),
      wait: (ms) => this.gate.wait(ms),
      isStopped: () => this.gate.stopped !== undefined,
    });
    this.gate = new Gate(clock, config, endsAt, this.#tokens);
    const knock = (key: Key, request: Request) => this.once(key, request, undefined, true);
    this.#bans = new BanWatch(clock, this.gate, knock, config.target.baseUrl, endsAt);
  }

  async once(...sent: Sent) {
    const [key, request] = sent;
    try {
      for (;;) {
        await this.gate.pauseOver(request);
        await this.#tokens.renewIfDue(request);
        const came = await this.gate.inTurn(key, request, () => this.#transmit(...sent));
        if (came !== 'wait') return came;
      }
    } catch (error) {
      // Users see errors of the harness, which may quote the request.
      throw new Error(
        this.#wire.redact(error instanceof Error ? (error.stack ?? error.message) : String(error)),
      );
    }
  }

  isRevoked(refused: Answered) {
    return this.#tokens.isRevoked(refused);
  }

  isBanned(refused: Answered) {
    return this.#bans.isBanned(refused);
  }

  wait(ms: number) {
    return this.gate.waitToRetry(ms);
  }

  async until(moment: number) {
    await this.gate.wait(Math.max(0, moment - this.#clock.now()));
  }

  /** `once` would wait before its turn, and other requests would use the old token meanwhile. */
  #renew(key: Key, request: Request, heard: (came: Exchange) => void) {
    const transmit = async (each: Key) => {
      const came = await this.#transmit(each, request, undefined, false);
      if (came !== 'wait') heard(came);
      return came;
    };
    const once = async (each: Key) => {
      for (;;) {
        const came = await this.gate.inTurn(each, request, () => transmit(each));
        if (came !== 'wait') return came;
        await this.gate.pauseOver(request);
      }
    };
    const wait = async (ms: number) => !this.gate.isWithheld(request) && this.gate.wait(ms);
    const retry = new Retry({ once, wait }, { backoff: this.#renewalBackoff, endsAtTimeout: true });
    return retry.send(key, request, undefined, true);
  }

  async #transmit(...[key, request, proof, fresh]: Sent) {
    const settle = (answer: Answer | Lost, known: Known = {}) =>
      this.#settle(key, request, answer, known);
    const banned = this.#bans.cause(key);
    if (banned !== undefined) return settle({ lost: 'banned', detail: banned });
    const early = this.gate.decide(request, this.#clock.now());
    if (typeof early === 'object') return settle(early);
    const prepared = await this.#wire.prepare(key, request, proof, fresh);
    if ('lost' in prepared) return settle(prepared);
    const broken = this.gate.breaks(request);
    if (broken) return settle(broken);
    const departed = await this.gate.depart(request);
    if (departed === 'wait') return departed;
    if ('lost' in departed) return settle(departed);
    const { sentAt, arrived } = departed;
    this.#tokens.use(request);
    const { came, traceId, details } = this.#wire.send(prepared, {
      timeLimitMs: () => this.gate.timeLimitMs(request),
      again: () => this.gate.departAgain(request),
    });
    const raw = await this.gate.unlessStopped(request, came.finally(arrived));
    const { answer, facts } =
      'lost' in raw ? { answer: raw, facts: noFacts } : this.#wire.read(raw, prepared);
    const exchange = settle(answer, { sentAt, traceId, facts, details: details(raw) });
    this.gate.heard(exchange, this.#bans.suspects(exchange));
    this.#tokens.heard(exchange);
    this.#bans.heard(exchange);
    return exchange;
  }

  #settle(key: Key, request: Request, answer: Answer | Lost, known: Known) {
    const endedAt = Math.floor(this.#clock.now());
    const { sentAt = endedAt, traceId, facts = noFacts, details } = known;
    const traced = defined({ traceId });
    const exchange = { key, request, sentAt, endedAt, ...traced, facts, answer } as Exchange;
    // Evidence also has requests that the run withheld, but not those skipped after a stop.
    const isStopped = this.gate.stopped !== undefined && lostOf(exchange) === 'stopped';
    const isSkipped = isStopped && !this.#bans.isHeld(key);
    if (!isSkipped) this.#record(exchange, details);
    return exchange;
  }
}
