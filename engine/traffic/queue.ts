import type { Clock } from '../clock.ts';

/**
 * A unit with a single request precedes units that send many at once, because a sequence takes
 * longest.
 */
export class Queue {
  readonly #clock;
  #concurrency;
  readonly #rate;
  readonly #waiting: Readonly<{ unit: string | undefined; admit: () => void }>[] = [];
  readonly #ofUnit = new Map<string, number>();
  readonly #leaving: Readonly<{
    mayLeave: () => boolean;
    leave: (left: Departure | undefined) => void;
  }>[] = [];
  readonly #most;
  readonly #recent: { countsUntil: number }[] = [];
  #active = 0;
  #nextAt = 0;
  #pausedUntil = 0;
  #exclusive: Promise<void> | undefined;
  #sleeping: AbortController | undefined;
  #idle: (() => void) | undefined;
  #open = false;

  constructor(clock: Clock, concurrency: number, rate?: number) {
    this.#clock = clock;
    this.#concurrency = concurrency;
    this.#rate = rate;
    this.#most = rate === undefined ? Infinity : Math.max(1, Math.floor(rate));
  }

  atMost(concurrency: number) {
    this.#concurrency = Math.min(this.#concurrency, concurrency);
  }

  async run<T>(send: () => Promise<T>, unit?: string) {
    this.#add(unit, 1);
    await this.#turn(unit);
    try {
      return await send();
    } finally {
      this.#add(unit, -1);
      this.#active--;
      if (this.#active === 0) this.#idle?.();
      this.#admit();
    }
  }

  async alone<T>(action: () => Promise<T>) {
    while (this.#exclusive) await this.#exclusive;
    let release = () => {};
    this.#exclusive = new Promise((resolve) => {
      release = resolve;
    });
    try {
      if (this.#active > 0) {
        await new Promise<void>((resolve) => {
          this.#idle = resolve;
        });
        this.#idle = undefined;
      }
      return await action();
    } finally {
      this.#exclusive = undefined;
      release();
      this.#admit();
    }
  }

  /** Undefined if the queue was opened meanwhile or `mayLeave` returns false. */
  depart(mayLeave: () => boolean = () => true): Promise<Departure | undefined> {
    return new Promise((leave) => {
      this.#leaving.push({ mayLeave, leave });
      this.#dispatch();
    });
  }

  /** In milliseconds since the epoch. */
  pauseUntil(time: number) {
    this.#pausedUntil = Math.max(this.#pausedUntil, time);
  }

  /** At a stop, ends the waiting requests unsent. The rate still applies to later ones. */
  open() {
    this.#open = true;
    for (const { admit } of this.#waiting.splice(0)) {
      this.#active++;
      admit();
    }
    for (const { leave } of this.#leaving.splice(0)) leave(undefined);
    this.#dispatch();
  }

  #add(unit: string | undefined, requests: number) {
    if (unit !== undefined) this.#ofUnit.set(unit, (this.#ofUnit.get(unit) ?? 0) + requests);
  }

  #turn(unit: string | undefined): Promise<void> {
    if (this.#open) {
      this.#active++;
      return Promise.resolve();
    }
    return new Promise((admit) => {
      this.#waiting.push({ unit, admit });
      this.#admit();
    });
  }

  #admit() {
    while (this.#waiting.length > 0 && this.#active < this.#concurrency && !this.#exclusive) {
      this.#active++;
      const only = this.#waiting.findIndex(({ unit = '' }) => this.#ofUnit.get(unit) === 1);
      this.#waiting.splice(Math.max(only, 0), 1)[0]?.admit();
    }
  }

  #dispatch() {
    this.#sleeping?.abort();
    this.#sleeping = undefined;
    while (this.#leaving.length > 0) {
      const left = this.#leftMs();
      if (left > 0) {
        this.#sleeping = new AbortController();
        this.#clock.sleep(left, this.#sleeping.signal).then((isOver) => {
          if (!isOver) return;
          this.#sleeping = undefined;
          this.#dispatch();
        });
        return;
      }
      const next = this.#leaving.shift();
      next?.leave(next.mayLeave() ? this.#count() : undefined);
    }
  }

  #leftMs() {
    const paused = this.#open ? 0 : this.#pausedUntil;
    const isFull = this.#recent.length >= this.#most;
    return (
      Math.max(paused, this.#nextAt, isFull ? (this.#recent[0]?.countsUntil ?? 0) : 0) -
      this.#clock.now()
    );
  }

  #count() {
    if (this.#rate === undefined) return () => {};
    const now = this.#clock.now();
    this.#nextAt = now + 1_000 / this.#rate;
    const departed = { countsUntil: now + longestWayMs + secondMs };
    this.#recent.push(departed);
    if (this.#recent.length > this.#most) this.#recent.shift();
    return () => {
      departed.countsUntil = Math.min(departed.countsUntil, this.#clock.now() + secondMs);
      this.#dispatch();
    };
  }
}

export type Departure = () => void;

/** After the response: the target never gets more than the rate in one second. Clocks differ. */
const secondMs = 1_005;
const longestWayMs = 1_000;
