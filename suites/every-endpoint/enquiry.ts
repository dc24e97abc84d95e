import {
  type Answered,
  type Ask,
  type Bound,
  briefly,
  concat,
  type Exchange,
  isAnswered,
  isLarge,
  isSuccess,
  type Json,
  json,
  type Request,
  symbol,
  withHeader,
} from '../../engine/index.ts';
import { type Leaves, leavesOf } from './own-answers.ts';

export type User = 'first' | 'second';

/** Values of an answer: many are held to be compared. */
const mostValues = 20_000;
export interface Seen {
  readonly user: User;
  readonly exchange: Answered;
  readonly body: Json;
  readonly leaves: Leaves;
}

/** Requests one endpoint for either user, and collects the failures. */
export interface Enquiry {
  readonly name: string;
  /**
   * One answer, where `isFresh` past a cache that goes by the address or the connection; undefined, and no failure, where
   * there is none.
   */
  readonly once: (step: string, user: User, isFresh?: boolean) => Promise<Seen | undefined>;
  /** One answer to the second user, with the cookies that one to the first set. */
  readonly inSessionOfFirst: (step: string) => Promise<Seen | undefined>;
  readonly until: Ask['until'];
  readonly failures: readonly string[];
  /** One after the other, each user on a connection that nobody else uses. */
  readonly inTurn: (step: string, order: readonly User[]) => Promise<Seen[]>;
  /** The same on one connection for both, which may keep who asked. */
  readonly onOneConnection: (step: string, order: readonly User[]) => Promise<Seen[]>;
  /** At the same time, where `isFresh` each on a new connection. */
  readonly atOnce: (step: string, order: readonly User[], isFresh?: boolean) => Promise<Seen[]>;
}

/** Makes an enquiry for an endpoint. */
export function enquiryOf(name: string, bound: Bound, ask: Ask): Enquiry {
  const request = bound.wellFormed(name);
  const failures: string[] = [];
  const send = (user: User, step: string, of: Request) =>
    ask(`${name}-${step}-${user}`, withHeader(of, 'x-user-id', symbol(`user:${user}`)));
  const askFor = async (user: User, step: string, of = request): Promise<Seen | undefined> => {
    const exchange = await send(user, step, of);
    const seen = readAnswer(exchange, user);
    if (!seen) failures.push(`${name} for the ${user} user: ${unusable(exchange)}`);
    return seen;
  };
  const elsewhere = { ...request, path: concat(request.path, '?m2m-conformance=', symbol('unique')) };
  const another = withHeader(elsewhere, 'Connection', 'close');
  const inTurn = async (step: string, order: readonly User[], whose: (user: User) => string, of = request) => {
    const all: Seen[] = [];
    for (const [nth, user] of order.entries()) {
      const connection = `isolation:${name}:${whose(user)}`;
      const seen = await askFor(user, `${step}-${nth}`, { ...of, connection });
      if (seen) all.push(seen);
    }
    return all;
  };
  return {
    name,
    until: ask.until,
    failures,
    once: async (step, user, isFresh = false) => readAnswer(await send(user, step, isFresh ? another : request), user),
    inSessionOfFirst: async (step) => {
      const keeps = `cookies:isolation:${name}`;
      await send('first', step, { ...request, keeps });
      return readAnswer(await send('second', step, withHeader(request, 'Cookie', symbol(keeps))), 'second');
    },
    inTurn: (step, order) => inTurn(step, order, (user) => user),
    onOneConnection: (step, order) => inTurn(step, order, () => 'both', { ...request, purpose: 'served-before' }),
    atOnce: async (step, order, isFresh = false) => {
      const of = isFresh ? withHeader(request, 'Connection', 'close') : request;
      const seen = await Promise.all(order.map((user, nth) => askFor(user, `${step}-${nth}`, of)));
      return seen.filter((one) => one !== undefined);
    },
  };
}

/** Returns the response in the form that is compared. Undefined if it is no success, or cannot be compared. */
export function readAnswer(exchange: Exchange, user: User): Seen | undefined {
  if (!isAnswered(exchange) || !isSuccess(exchange)) return undefined;
  const body = contentRead(exchange);
  if ('value' in body && isLarge(body.value, mostValues)) return undefined;
  return 'value' in body ? { user, exchange, body: body.value, leaves: leavesOf(body.value) } : undefined;
}

/** The content, null where there is none: so an account may be answered that holds nothing. */
function contentRead(exchange: Answered): ReturnType<typeof json> {
  return exchange.answer.body.size === 0 ? { value: null } : json(exchange);
}

function unusable(exchange: Exchange): string {
  const body = isAnswered(exchange) && isSuccess(exchange) ? json(exchange) : undefined;
  const isLong = body && ('unread' in body || ('value' in body && isLarge(body.value, mostValues)));
  return isLong ? 'the response is too deep or too long to compare' : briefly(exchange);
}
