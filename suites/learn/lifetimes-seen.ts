import {
  type Advice,
  type Answered,
  type Ask,
  addLifetime,
  type Bound,
  type Cause,
  type Causes,
  type Fold,
  freshness,
  fromTarget,
  header,
  isAnswered,
  type Lifetimes,
  mergeLifetimes,
  sentByServerAt,
} from '../../engine/index.ts';

/** In seconds. One second more or less is allowed for rounding. */
export const stated = 1_800;
export const isStated = (lifetime: number) => Math.abs(lifetime - stated) <= 1;

export interface Sent {
  /** The fields that state a response's lifetime. */
  readonly sent: string;
}

export const sentOf = (answered: Answered) => ({ sent: fromTarget(sentAs(answered)) });

function sentAs(answered: Answered): string {
  const fields = ['Cache-Control', 'Expires', 'Date'].flatMap((name) => {
    const value = header(answered, name);
    return value === undefined ? [] : [`${name}: ${value}`];
  });
  return (
    fields.slice(0, header(answered, 'Expires') === undefined ? 1 : 3).join(', ') ||
    'no Cache-Control'
  );
}

export const asSent = <F extends Sent = Sent>(
  title: Cause<F>['title'],
  expected: string,
  advice: Advice,
): Cause<F> => ({ title, expected, actual: ({ sent }) => sent, advice: [advice] });

export interface SentLifetime extends Sent {
  readonly seconds: number;
}

/** `example` is the first response with another lifetime than the specified one. */
export interface SeenLifetimes {
  readonly lifetimes: Lifetimes;
  readonly example?: { readonly at: number; readonly lifetime: number; readonly sentAs: string };
}

function addSeen(seen: SeenLifetimes, answered: Answered): SeenLifetimes {
  const fresh = freshness(answered);
  if (fresh.kind !== 'seconds' || fresh.seconds > stated + 1) return seen;
  const at = sentByServerAt(answered);
  const lifetimes = addLifetime(seen.lifetimes, fresh.seconds, at / 1000);
  if (isStated(fresh.seconds)) return { ...seen, lifetimes };
  const example = { at, lifetime: fresh.seconds, sentAs: sentAs(answered) };
  return mergeSeen({ ...seen, lifetimes }, { lifetimes: {}, example });
}

function mergeSeen(left: SeenLifetimes, right: SeenLifetimes): SeenLifetimes {
  const lifetimes = mergeLifetimes(left.lifetimes, right.lifetimes);
  const examples = [left.example, right.example].filter((example) => example !== undefined);
  const [example] = examples.sort(
    (one, other) => one.at - other.at || one.lifetime - other.lifetime,
  );
  return { lifetimes, ...(example ? { example } : {}) };
}

export function lifetimeFold<C extends Causes>(
  conclude: Fold<SeenLifetimes, C>['conclude'],
): Fold<SeenLifetimes, C> {
  return { empty: () => ({ lifetimes: {} }), add: addSeen, merge: mergeSeen, conclude };
}

const laterMs = 4_000;

/** Asks again later if the lifetime is short, because it may count down. */
export async function askAgainLater(bound: Bound, ask: Ask): Promise<readonly never[]> {
  const exchange = await ask('now', bound.wellFormed());
  const fresh = isAnswered(exchange) ? freshness(exchange) : undefined;
  if (fresh?.kind === 'seconds' && fresh.seconds < stated - 1) {
    await ask.until(exchange.endedAt + laterMs);
    await ask('later', bound.wellFormed());
  }
  // The monitor judges the responses.
  return [];
}

export const exampleOf = ({ lifetime, sentAs }: NonNullable<SeenLifetimes['example']>) => ({
  seconds: lifetime,
  sent: fromTarget(sentAs),
});
