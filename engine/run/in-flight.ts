import type { Exchange } from '../exchange/exchange.ts';
import type { Request } from '../exchange/request.ts';
import { loadRequest } from '../exchange/stored-request.ts';
import { sentPath } from '../judging/positive.ts';
import { withoutIds } from '../outcome/cause-form.ts';
import type { Finding } from '../outcome/finding.ts';

type Times = Pick<Exchange, 'sentAt' | 'endedAt'>;
const routeOf = (request: Request) => `${request.method} ${sentPath(request)}`;

/** At most this many requests of a route are remembered, and at most this many routes. */
const [mostRemembered, mostRoutes] = [20_000, 2_000];

/** Remembers when requests were in flight, to say how many a violation needs. */
export class InFlight {
  readonly #byRoute = new Map<string, Times[]>();
  /** By requirement, cause and route. */
  readonly #violations = new Map<string, Times[]>();

  /** Adds a request that was sent. */
  add(exchange: Exchange): void {
    append(this.#byRoute, routeOf(exchange.request), exchange);
  }

  /** Adds a response that violates a requirement. */
  violates(found: Finding, exchange: Exchange): void {
    append(this.#violations, idOf(found, routeOf(exchange.request)), exchange);
  }

  /** Says with how many requests in flight a finding shows. Undefined if it shows with one alone, or if none stands out. */
  inWords(found: Finding): string | undefined {
    const route = found.exchange ? routeOf(loadRequest(found.exchange.request)) : '';
    const times = this.#violations.get(idOf(found, route)) ?? [];
    const all = this.#byRoute.get(route) ?? [];
    if (times.length === 0 || all.length === mostRemembered) return undefined;
    const sent = all.map(({ sentAt }) => sentAt).sort(inOrder);
    const ended = all.map(({ endedAt }) => endedAt).sort(inOrder);
    const together = (one: Times) => countBelow(sent, one.endedAt) - countBelow(ended, one.sentAt);
    const least = Math.min(...times.map(together));
    const many = all.filter((one) => together(one) >= least).length;
    if (least < 2 || many === all.length) return undefined;
    return `shows with at least ${least} such requests in flight: ${times.length} of ${many} responses; with fewer: 0 of ${all.length - many}`;
  }
}

const idOf = ({ requirement, cause }: Finding, route: string) => `${requirement}|${withoutIds(cause)}|${route}`;

function append(lists: Map<string, Times[]>, name: string, { sentAt, endedAt }: Times): void {
  const known = lists.get(name) ?? [];
  if (known.length < mostRemembered) known.push({ sentAt, endedAt });
  if (lists.size < mostRoutes) lists.set(name, known);
}

const inOrder = (one: number, other: number) => one - other;

/** Counts the numbers of a sorted list that are smaller than a limit, by halving. */
function countBelow(sorted: readonly number[], limit: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) < limit) from = middle + 1;
    else to = middle;
  }
  return from;
}
