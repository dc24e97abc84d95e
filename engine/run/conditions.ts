import type { Bound } from '../catalogue/bound.ts';
import { wholeRun } from '../catalogue/endpoint.ts';
import { type Exchange, isAnswered } from '../exchange/exchange.ts';
import type { Request } from '../exchange/request.ts';
import { loadRequest } from '../exchange/stored-request.ts';
import { forSecond, sentHeader } from '../judging/positive.ts';
import { exhibit, type Finding } from '../outcome/finding.ts';

/**
 * Each condition is created so many times, and must show the violation each time: a node may fail
 * by chance.
 */
const attempts = 3;
/** The most copies of a request in flight. */
const mostCopies = 8;

/** Sends a request as a step of the finding. */
export type Ask = (step: string, request: Request) => Promise<Exchange>;
/** Whether a response shows the violation. */
export type Shows = (exchange: Exchange) => boolean;

/**
 * Whether other conditions may be tried for a finding: for a request that reads, if it did not show
 * it alone.
 */
export function mayDependOnOthers(
  { exchange, needs, reproduced: { of, times } }: Finding,
  { endpoint }: Bound,
): boolean {
  if (!exchange || 'lost' in exchange.answer || needs !== undefined || of === 0 || times > 0)
    return false;
  const { method, wire } = exchange.request;
  return (
    method === 'GET' && wire !== 'raw' && endpoint.safety === 'read' && endpoint.id !== wholeRun
  );
}

/**
 * Looks for the first condition under which the request of a finding shows the violation that it
 * does not show alone.
 */
export async function underCondition(
  found: Finding,
  bound: Bound,
  most: number,
  ask: Ask,
  shows: Shows,
): Promise<Finding | undefined> {
  if (!found.exchange) return undefined;
  const { key } = found.exchange;
  const request = loadRequest(found.exchange.request);
  const wellFormed = bound.wellFormed();
  const hasOther = bound.hasSecondUser && bound.endpoint.user !== 'none';
  const added = wellFormed.headers
    .map(([name]) => name)
    .filter((name) => sentHeader(request, name).length === 0);
  const carried =
    added.length > 0 ? `a request with ${added.join(' and ')}` : 'the well-formed request';
  const other = forSecond(sentHeader(request, 'x-user-id').length > 0 ? request : wellFormed);
  const alone = `alone, on a new connection: 0 of ${found.reproduced.of}`;
  const after = async (name: string, before: Request, isSame: boolean, words: string) => {
    let times = 0;
    let last: Exchange | undefined;
    for (let nth = 1; nth <= attempts; nth++) {
      const step = `${name}-${nth}`;
      last = await ask(`${step}-before`, { ...before, connection: step });
      if (shows(await ask(step, { ...request, connection: isSame ? step : `${step}-new` })))
        times++;
    }
    if (times < attempts || !last || !isAnswered(last)) return undefined;
    const needs = `shows ${words}: ${times} of ${attempts} times; ${alone}`;
    const condition = isSame ? { condition: { kind: 'same-connection' } as const } : {};
    // Other requests that showed it needed the same.
    const changes = found.changes ? { changes: { ...found.changes, violating: [] } } : {};
    return { ...found, ...changes, needs, second: exhibit(last), ...condition };
  };
  const copies = Math.min(most, mostCopies);
  const inFlight = async (name: string, one: Request) => {
    const waves: Exchange[][] = [];
    // The first wave opens the connections, one after the other.
    for (let wave = 0; wave <= attempts; wave++) {
      const step = (nth: number) =>
        ask(`${name}-${wave}-${nth}`, { ...one, connection: `${name}-${nth}` });
      waves.push(await Promise.all(Array.from({ length: copies }, (_, nth) => step(nth))));
    }
    const [, ...simultaneous] = waves.map((came) => came.filter(shows));
    const [seen] = simultaneous.flat();
    const [times = 0, ...more] = simultaneous.map(({ length }) => length);
    if (copies < 2 || !seen || [times, ...more].includes(0)) return undefined;
    const each = `${times} of ${copies} responses each time, so ${copies - times} at once pass`;
    const said = more.every((one) => one === times)
      ? each
      : `${[times, ...more].join(', ')} of ${copies} responses`;
    const needs = `shows with ${copies} such requests in flight: ${said}; ${alone}`;
    const { changes, ...rest } = found;
    const kept = one === request && changes ? { changes } : {};
    return {
      ...rest,
      ...kept,
      exchange: { ...exhibit(seen), key },
      needs,
      condition: { kind: 'in-flight', requests: copies } as const,
    };
  };
  return (
    (await after('kept', wellFormed, true, `on a connection that has just carried ${carried}`)) ??
    (hasOther
      ? await after(
          'after-other',
          other,
          false,
          'after a request for the other user on another connection',
        )
      : undefined) ??
    (await inFlight('at-once', wellFormed)) ??
    (await inFlight('these-at-once', request))
  );
}
