import type { Ask } from '../catalogue/index.ts';
import {
  type Answered,
  concat,
  type Exchange,
  pieces,
  type Request,
  symbol,
  withHeader,
} from '../exchange/index.ts';
import type { Depth } from '../schema/vocabulary.ts';
import { type Arm, type Round, type Schedule, type ScheduleName, schedules } from './schedules.ts';
import type { Statements } from './statements.ts';

export type Look = Readonly<{
  arm: Arm;
  exchange: Answered;
  says: Statements;
  schedule: ScheduleName;
  /** The arm of the previous request. Undefined at the start, and for concurrent requests. */
  after: Arm | undefined;
  isAfterPause: boolean;
  isUnique: boolean;
}>;

export type Said = Pick<Look, 'exchange' | 'says'>;

export type Subject = Readonly<{
  name: string;
  arms: readonly [ArmRequest, ArmRequest];
  /** Undefined if a response cannot be compared. */
  read: (exchange: Exchange) => Said | undefined;
  ask: Ask;
  depth: Depth;
}>;

type ArmRequest = Readonly<{
  name: string;
  request: Request;
  /** The n-th request of a schedule. Absent: `request` each time. */
  requestOf?: (nth: number) => Request;
}>;

export class Observer {
  readonly looks: Look[] = [];
  readonly unread: Readonly<{
    arm: Arm;
    exchange: Exchange;
    isUnique: boolean;
  }>[] = [];
  readonly subject: Subject;
  lastAt = 0;

  constructor(subject: Subject) {
    this.subject = subject;
  }

  async observe(round: Round, at: Place): Promise<readonly Look[]> {
    const sent = round.arms.map((arm, nth) => this.#send(arm, round, { ...at, nth: at.nth + nth }));
    const looks: Look[] = [];
    const isAfterPause = (round.pauseMs ?? 0) > 0;
    const isUnique = round.isUnique === true;
    for (const { arm, exchange } of await Promise.all(sent)) {
      const read = this.subject.read(exchange);
      this.lastAt = Math.max(this.lastAt, exchange.endedAt);
      const { schedule, after } = at;
      if (read) looks.push({ arm, ...read, schedule, after, isAfterPause, isUnique });
      else this.unread.push({ arm, exchange, isUnique });
    }
    this.looks.push(...looks);
    return looks;
  }

  async #send(arm: Arm, { isUnique }: Round, { schedule, prefix, nth }: Place) {
    const { name, arms, ask } = this.subject;
    const { request: usual, requestOf, name: armName } = arms[arm];
    const request = requestOf?.(nth) ?? usual;
    const { connection, isServedBefore }: Schedule = schedules[schedule];
    const plain: Request = isServedBefore ? { ...request, purpose: 'served-before' } : request;
    const of = isUnique ? atUniqueUrl(plain) : plain;
    const own = connection === 'shared' ? name : `${name}-${armName}`;
    const sent = onConnection(of, connection, own);
    return { arm, exchange: await ask(`${name}-${prefix}${schedule}-${nth}-${armName}`, sent) };
  }
}

type Place = Readonly<{
  schedule: ScheduleName;
  prefix: string;
  nth: number;
  after: Arm | undefined;
}>;

type Observation = Readonly<{
  /** Distinguishes the steps of a schedule that is repeated. */
  prefix?: string;
  /** Called after each round. False ends the observer's part. */
  goesOn?: (looks: readonly Look[], observer: Observer) => boolean;
}>;

/** All trials send the same arm at the same time. Crowds are sent one after the other. */
export async function observe(
  observers: readonly Observer[],
  name: ScheduleName,
  { prefix = '', goesOn }: Observation = {},
): Promise<ReadonlyMap<Observer, readonly Look[]>> {
  const looks = new Map(observers.map((one): [Observer, Look[]] => [one, []]));
  let taking = observers;
  let nth = 0;
  let after: Arm | undefined;
  for (const round of (schedules[name] as Schedule).rounds(
    observers[0]?.subject.depth ?? 'standard',
  )) {
    if (taking.length === 0) break;
    if (round.pauseMs) await untilAfter(taking, round.pauseMs);
    const place = { schedule: name, prefix, nth, after };
    const seenBy = async (one: Observer) =>
      looks.get(one)?.push(...(await one.observe(round, place)));
    const isCrowd = round.arms.length > 1;
    if (isCrowd) for (const one of taking) await seenBy(one);
    else await Promise.all(taking.map(seenBy));
    taking = taking.filter((one) => goesOn?.(looks.get(one) ?? [], one) !== false);
    nth += round.arms.length;
    after = isCrowd ? undefined : round.arms[0];
  }
  return looks;
}

export async function untilAfter(observers: readonly Observer[], milliseconds: number) {
  const lastAt = Math.max(...observers.map((one) => one.lastAt));
  await observers[0]?.subject.ask.until(lastAt + milliseconds);
}

/**
 * Before the other parameters, so that a cache key with only the beginning of a URL contains it.
 */
export function atUniqueUrl(request: Request): Request {
  const unique = concat('?m2m-conformance=u', symbol('unique'));
  const all = pieces(request.path);
  const at = all.findIndex((piece) => typeof piece === 'string' && piece.includes('?'));
  const piece = all[at];
  if (typeof piece !== 'string') return { ...request, path: concat(request.path, unique) };
  const mark = piece.indexOf('?');
  const query = concat(piece.slice(mark + 1), all.slice(at + 1));
  return { ...request, path: concat(all.slice(0, at), piece.slice(0, mark), unique, '&', query) };
}

function onConnection(request: Request, kind: Schedule['connection'], name: string) {
  if (kind === 'any') return request;
  return kind === 'new'
    ? withHeader(request, 'Connection', 'close')
    : { ...request, connection: `trial:${name}` };
}
