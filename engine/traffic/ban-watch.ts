import type { Clock } from '../clock.ts';
import {
  type Answered,
  type Exchange,
  isAnswered,
  isLavish,
  isRead,
  type Key,
  keyText,
  type Request,
  setupKey,
  valueText,
} from '../exchange/index.ts';
import { isApiError, isRefusal, isServed, isSuccess } from '../judging/answer.ts';
import { type BanForm, banFormOf, isSameForm, mayBeBan } from './ban-response.ts';
import { describeBan } from './ban-text.ts';
import type { Gate } from './gate.ts';
import { pauseAskedFor } from './retry-after.ts';

/** Endpoints that may have to refuse what they served before. */
const [mostProbed, fewestProbed] = [8, 3];
const enoughSuspects = 16;
/** Without another response between them: a rate limit sends single ones. */
const fewest429 = 5;
/**
 * After so many probes that show no ban, the watch first waits for another response of the service:
 * further requests might annoy a firewall.
 */
const mostShown = 3;
const othersMs = 300;
const pauses = [1 / 21, 4 / 21, 16 / 21] as const;
const longestPatienceMs = 63_000;
/** Of the time left, if that is less. A limit of the rate ends for certain. */
const shareOfBan = 1 / 6;
const shareOfLimit = 1 / 2;

type Suspect = Readonly<{
  form: BanForm;
  endedAt: number;
  requests: number;
  refused: number;
}>;

type Served = Readonly<{
  endpoint: string;
  request: Request;
  isForSecond: boolean;
}>;

type Period = Readonly<{
  form: BanForm;
  from: number;
  until: number;
}>;

/**
 * The client is banned if every endpoint refuses what it served before, with the same response that
 * is no ApiError. Afterwards, refused requests are sent again.
 */
export class BanWatch {
  readonly #clock;
  readonly #gate;
  readonly #send;
  readonly #host;
  readonly #endsAt;
  readonly #served = new Map<string, Served>();
  #suspects: readonly Suspect[] = [];
  readonly #periods: Period[] = [];
  /** When the latest request that the service answered was sent. */
  #servingAt = 0;
  #beganAt: number | undefined;
  #requests = 0;
  #refused = 0;
  #probes = 0;
  #underWay: Promise<void> | undefined;
  readonly #noBans: BanForm[] = [];
  /** Called when the service has responded to a request sent after that time. */
  readonly #waiting = new Map<() => void, number>();
  readonly #held = new Set<string>();
  #cause: string | undefined;

  /** `send` sends although the others wait. `endsAt`: milliseconds since the epoch. */
  constructor(
    clock: Clock,
    gate: Pick<Gate, 'hold' | 'wait' | 'stop' | 'stopped'>,
    send: (key: Key, request: Request) => Promise<Exchange>,
    baseUrl: string,
    endsAt: number,
  ) {
    this.#clock = clock;
    this.#gate = gate;
    this.#send = send;
    this.#host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
    this.#endsAt = endsAt;
  }

  heard(exchange: Exchange) {
    const { request, key, sentAt, endedAt } = exchange;
    if (!isAnswered(exchange) || request.origin !== 'api') return;
    this.#beganAt ??= sentAt;
    if (mayBeBan(exchange)) {
      const before = { requests: this.#requests, refused: this.#refused };
      this.#suspects = [...this.#suspects, { form: banFormOf(exchange), endedAt, ...before }];
    } else if (this.#suspects.length > 0 && (isSuccess(exchange) || isApiError(exchange)))
      this.#notBanned(sentAt);
    this.#requests++;
    if (isRefusal(exchange) || exchange.answer.status === 429) this.#refused++;
    if (!isRead(request) || !isServed(exchange) || isLavish(exchange)) return;
    const isForSecond = request.headers.some(([, value]) => valueText(value) === '{{user:second}}');
    const name = `${key.endpoint} ${isForSecond}`;
    if (!this.#served.has(name))
      this.#served.set(name, { endpoint: key.endpoint, request, isForSecond });
  }

  #isStopped() {
    return this.#gate.stopped !== undefined;
  }

  suspects(exchange: Exchange) {
    return mayBeBan(exchange) && exchange.request.origin === 'api' && this.#served.size > 0;
  }

  isHeld(key: Key) {
    return this.#held.has(nameOf(key));
  }

  cause(key: Key) {
    return this.isHeld(key) ? this.#cause : undefined;
  }

  async isBanned(refused: Answered) {
    const form = banFormOf(refused);
    for (let waited = false; ; waited = true) {
      const { endedAt } = refused;
      if (
        this.#periods.some(
          (one) => isSameForm(one.form, form) && one.from <= endedAt && endedAt <= one.until,
        )
      )
        break;
      if (this.#cause !== undefined || this.#served.size === 0 || this.#servingAt >= endedAt)
        return false;
      if (!this.#isEnough(refused, form)) return false;
      if (this.#isStopped()) break;
      if (!waited && this.#noBans.filter((one) => isSameForm(one, form)).length >= mostShown) {
        await this.#untilServed(endedAt);
        continue;
      }
      this.#underWay ??= this.#settle(refused, form).finally(() => {
        this.#underWay = undefined;
      });
      await this.#underWay;
    }
    this.#held.add(nameOf(refused.key));
    return true;
  }

  /** A single 429 concerns the rate, unless its pause ends after the deadline. */
  #isEnough(refused: Answered, form: BanForm) {
    if (form.status !== 429) return true;
    if (this.#clock.now() + (pauseAskedFor(refused) ?? 0) > this.#endsAt) return true;
    return this.#suspects.filter((one) => isSameForm(one.form, form)).length >= fewest429;
  }

  async #untilServed(after: number) {
    let isServed = () => {};
    const served = new Promise<void>((resolve) => {
      isServed = resolve;
    });
    this.#waiting.set(isServed, after);
    await Promise.race([served, this.#gate.wait(othersMs)]);
    this.#waiting.delete(isServed);
  }

  #notBanned(sentAt: number) {
    this.#servingAt = Math.max(this.#servingAt, sentAt);
    for (const [isServed, after] of this.#waiting) if (this.#servingAt >= after) isServed();
    if (this.#suspects.length === 0) return;
    this.#suspects = this.#suspects.filter(({ endedAt }) => endedAt > this.#servingAt);
  }

  async #settle(refused: Answered, form: BanForm) {
    const release = this.#gate.hold.begin();
    try {
      const refusals: Answered[] = [];
      for (const one of inTurn([...this.#served.values()], refused.key.endpoint)) {
        const isEnough = this.#suspects.length >= enoughSuspects && refusals.length >= fewestProbed;
        if (isEnough || refusals.length >= mostProbed) break;
        const came = await this.#knock(one);
        if (this.#isStopped()) return;
        if (!isSame(came, form, refusals[0])) return this.#isNoBan(form, came);
        refusals.push(came);
      }
      const elsewhere = await this.#elsewhere(refusals);
      if (this.#isStopped()) return;
      if (elsewhere && !isSame(elsewhere, form, refusals[0])) return this.#isNoBan(form, elsewhere);
      await this.#outlast(refused, refusals);
    } finally {
      release();
    }
  }

  #isNoBan(form: BanForm, shown: Exchange) {
    this.#noBans.push(form);
    this.#notBanned(shown.sentAt);
  }

  /** Of one endpoint, also requests a path that cannot exist: only a firewall refuses that too. */
  async #elsewhere(refusals: readonly Answered[]) {
    const [served] = this.#served.values();
    if (!served || new Set(refusals.map(({ key }) => key.endpoint)).size > 1) return undefined;
    return this.#knock({ ...served, request: { ...served.request, path: unknownPath } });
  }

  /** Stops the run if the ban does not end. */
  async #outlast(refused: Answered, refusals: readonly Answered[]) {
    const [first] = refusals;
    if (!first) return;
    const form = banFormOf(first);
    const alike = this.#suspects.filter((one) => isSameForm(one.form, form));
    const [
      suspect = { endedAt: refused.endedAt, requests: this.#requests, refused: this.#refused },
    ] = alike;
    const from = Math.min(suspect.endedAt, refused.endedAt);
    const leftMs = Math.max(this.#endsAt - this.#clock.now(), 0);
    const patienceMs = Math.min(
      longestPatienceMs,
      leftMs * (form.status === 429 ? shareOfLimit : shareOfBan),
    );
    const [served] = this.#served.values();
    let latest = first;
    let further = 0;
    for (const share of pauses) {
      const askedFor = pauseAskedFor(latest) ?? 0;
      const isTooLate = this.#clock.now() + askedFor > this.#endsAt;
      if (
        !(await this.#gate.wait(Math.max(patienceMs * share, isTooLate ? 0 : askedFor))) ||
        !served
      )
        break;
      const came = await this.#knock(served);
      if (this.#isStopped()) break;
      if (!isSame(came, form)) {
        this.#periods.push({ form, from, until: came.endedAt });
        return this.#notBanned(came.sentAt);
      }
      further++;
      latest = came;
    }
    this.#cause = describeBan({
      host: this.#host,
      since: from,
      requests: suspect.requests,
      refused: suspect.refused,
      seconds: (from - (this.#beganAt ?? from)) / 1000,
      endpoints: new Set(refusals.map(({ key }) => key.endpoint)).size,
      response: first,
      further,
      waited: Math.round((this.#clock.now() - from) / 1000),
    });
    this.#periods.push({ form, from, until: Infinity });
    this.#gate.stop('a ban of this client');
  }

  #knock({ endpoint, request }: Served) {
    const key = setupKey(endpoint, 'still-served', this.#probes++);
    return this.#send(key, { ...request, purpose: 'knock' });
  }
}

const unknownPath = ['/no-such-path-of-any-service'];

const nameOf = (key: Key) => keyText({ ...key, attempt: 0 });

function isSame(came: Exchange, form: BanForm, earlier?: Answered): came is Answered {
  if (!mayBeBan(came)) return false;
  const its = banFormOf(came);
  return isSameForm(its, form) && (earlier === undefined || isSameForm(banFormOf(earlier), its));
}

function inTurn(served: readonly Served[], endpoint: string) {
  const other = served.find((one) => one.endpoint !== endpoint && !one.isForSecond);
  const second = served.find((one) => one.endpoint !== endpoint && one.isForSecond);
  const rest = served.filter((one) => one !== other && one !== second);
  return [other, second, ...rest].filter((one) => one !== undefined);
}
