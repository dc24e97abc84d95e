import type { On } from './toggles.ts';

/** The vendor's clock, in milliseconds and in whole seconds. */
export class Clock {
  private readonly offset: number;

  constructor(on: On) {
    this.offset = on('clock-ahead') ? 60_000 : 0;
  }

  now(): number {
    return Date.now() + this.offset;
  }

  seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  date(): Date {
    return new Date(this.now());
  }

  /** An HTTP-date, where the vendor's clock is not the machine's. */
  header(): string | undefined {
    return this.offset === 0 ? undefined : this.date().toUTCString();
  }
}
