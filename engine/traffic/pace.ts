import { see } from '../config/troubleshooting.ts';
import { type Exchange, isAnswered, wasSent } from '../exchange/exchange.ts';
import { timeInWords } from '../judging/time-in-words.ts';

const fewest = 20;

/** A run that its deadline cuts says what it needed. */
export class Pace {
  #beganAt: number | undefined;
  #sent = 0;
  #answered = 0;
  #tookMs = 0;

  hear(exchange: Exchange) {
    if (!wasSent(exchange)) return;
    this.#beganAt ??= exchange.sentAt;
    this.#sent++;
    if (!isAnswered(exchange)) return;
    this.#answered++;
    this.#tookMs += Math.max(0, exchange.endedAt - exchange.sentAt);
  }

  get responseMs() {
    return this.#answered === 0 ? undefined : this.#tookMs / this.#answered;
  }

  shortfall(
    now: number,
    expected: number | undefined,
    rate: number | undefined,
    concurrency: number,
  ) {
    const elapsedMs = now - (this.#beganAt ?? now);
    const ofAll = expected === undefined ? '' : `of about ${Math.max(expected, this.#sent)} `;
    const sent = `${this.#sent} ${ofAll}requests were sent`;
    const took =
      this.responseMs === undefined ? '' : `, and a response took ${timeInWords(this.responseMs)}`;
    const neededMs = this.#sent < fewest || !expected ? 0 : (elapsedMs * expected) / this.#sent;
    const needed =
      neededMs <= elapsedMs ? '' : `; the whole run needs about ${timeInWords(neededMs)}`;
    const faster = rate === undefined ? '' : `, or --rate, now ${rate}`;
    const cure = `Raise --deadline, or --concurrency, now ${concurrency}${faster}.`;
    return `${sent}${took}${needed}. ${cure} ${see('time')}`;
  }
}
