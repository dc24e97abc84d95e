import type { Answered, Ask, Exchange, Request } from '../../../engine/index.ts';
import { sentHeader, valueText } from '../../../engine/index.ts';
import { answered } from '../../suites/answered.ts';

export type User = 'first' | 'second';
export const otherThan = (user: User): User => (user === 'first' ? 'second' : 'first');

/** A request as it reaches a simulated server. */
export interface Arrival {
  readonly user: User;
  /** Path and query. Each use of the symbol `unique` has another value. */
  readonly url: string;
  /** The connection that the request names. Other requests share no state by connection. */
  readonly connection: string | undefined;
  /** The user to whom the server gave the cookies of the request. */
  readonly cookiesOf: User | undefined;
  /** Milliseconds since the start of the run. */
  readonly at: number;
  /** The users of the requests that are in flight at the same time. */
  readonly beside: readonly User[];
  /** The number of earlier requests. */
  readonly nth: number;
}

export interface Shown {
  readonly owner: User;
  /** 1 after an edit. */
  readonly edition: number;
  /** Equal numbers mean equal prices, orders and ids. */
  readonly price: number;
  readonly order: number;
  readonly ids: number;
  readonly node: string;
  /** The user whose data some members contain, if not the owner's. */
  readonly mixedWith?: User;
  /** The user whose list the response contains, if not the owner's. */
  readonly listOf?: User;
  /** The value of a setting that both users have. Absent: they have no settings. */
  readonly toggled?: boolean;
  readonly refused?: number;
  readonly setsCookies?: boolean;
}

export type Random = () => number;

/** A simulated server. `start` resets its state. `random` returns numbers from 0 to below 1. */
export interface World {
  readonly title: string;
  /**
   * Returns a function that returns what an arrival gets instead of `usual`, the correct and
   * constant response.
   */
  readonly start: (random: Random) => (arrival: Arrival, usual: Shown) => Partial<Shown>;
}

/** Returns a generator of pseudo-random numbers (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** At most this many milliseconds until a request arrives, and until its response does. */
const travelMs = 3;
const servedMs = 8;
const startedAt = 1_700_000_000_000;
const cookie = 'session';

interface Pending {
  readonly step: string;
  readonly request: Request;
  readonly resolve: (exchange: Exchange) => void;
}

/**
 * Returns an `Ask` to a simulated server with a simulated clock. Requests that are sent without
 * waiting for each other are in flight together and arrive in a random order. `until` moves the
 * clock, so nothing waits.
 */
export function askWorld(
  world: World,
  render: (path: string, shown: Shown) => unknown,
  seed: number,
): Ask {
  const random = randomFrom(seed);
  const serve = world.start(random);
  const cookies = new Map<string, User>();
  let now = 0;
  let nth = 0;
  let pending: Pending[] = [];

  function arrive({ step, request, resolve }: Pending, at: number, beside: readonly User[]): void {
    const path = valueText(request.path);
    const user = userOf(request);
    const [keptAs] = sentHeader(request, 'Cookie').map((value) =>
      value.replace(/^\{\{(.*)\}\}$/, '$1'),
    );
    const usual: Shown = { owner: user, edition: 0, price: 0, order: 0, ids: 0, node: 'a' };
    const arrival: Arrival = {
      user,
      url: path.replaceAll('{{unique}}', String(nth)),
      connection: request.connection,
      cookiesOf: keptAs === undefined ? undefined : cookies.get(keptAs),
      at,
      beside,
      nth: nth++,
    };
    const shown = { ...usual, ...serve(arrival, usual) };
    if (request.keeps && shown.setsCookies) cookies.set(request.keeps, user);
    resolve(
      exchangeOf(step, request, shown, render(path.split('?')[0] ?? '', shown), startedAt + at),
    );
  }

  function flush(): void {
    const batch = pending
      .map((one) => ({ one, at: now + random() * travelMs }))
      .sort((a, b) => a.at - b.at);
    pending = [];
    for (const { one, at } of batch) {
      const beside = batch
        .filter((other) => other.one !== one)
        .map((other) => userOf(other.one.request));
      arrive(one, at + random() * servedMs, beside);
    }
    now += travelMs + servedMs;
  }

  const send = (step: string, request: Request) =>
    new Promise<Exchange>((resolve) => {
      if (pending.length === 0) queueMicrotask(flush);
      pending.push({ step, request, resolve });
    });
  const until = async (moment: number) => {
    now = Math.max(now, moment - startedAt);
  };
  return Object.assign(send, { until });
}

function exchangeOf(
  step: string,
  request: Request,
  shown: Shown,
  body: unknown,
  at: number,
): Answered {
  const { refused: status, setsCookies } = shown;
  const headers: [string, string][] = [['Content-Type', 'application/json']];
  if (setsCookies) headers.push(['Set-Cookie', `${cookie}=1`]);
  if (status === undefined) return answered({ step, request, at, body, headers });
  const error = { statusCode: status, message: 'No', error: 'No', responseId: 'r' };
  return answered({ step, request, at, body: error, headers, status });
}

function userOf(request: Request): User {
  return sentHeader(request, 'x-user-id').join().includes('second') ? 'second' : 'first';
}
