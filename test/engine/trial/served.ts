import { type Answered, type Ask, type Request, valueText } from '../../../engine/index.ts';
import { answered, type Given } from '../../suites/answered.ts';

/** A request as a simulated server gets it. */
export interface Arrival {
  /** The path without the query. */
  readonly path: string;
  /** The query without the parameter that is unique; undefined if the path ends without `?`. */
  readonly query: string | undefined;
  readonly isUnique: boolean;
  /** The number of earlier requests. */
  readonly nth: number;
  /** Seconds since the previous request. */
  readonly restedS: number;
}

/** Asks a simulated server. Its clock moves with `until`, and by 10 ms for each request. */
export function askServed(serve: (arrival: Arrival) => Given): Ask {
  const steps = new Set<string>();
  let [now, lastAt] = [1e12, 1e12];
  const send = async (step: string, request: Request): Promise<Answered> => {
    const url = valueText(request.path);
    const [path = '', query] = url.split(/\?(?:m2m-conformance=u\{\{unique\}\}&?)?/);
    const given = serve({
      path,
      query,
      isUnique: url.includes('m2m-conf'),
      nth: steps.size,
      restedS: (now - lastAt) / 1000,
    });
    if (steps.has(step)) throw new Error(`the step ${step} is repeated`);
    steps.add(step);
    now += 10;
    lastAt = now;
    return answered({ ...given, at: now, request, step });
  };
  const until = async (moment: number) => {
    now = Math.max(now, moment);
  };
  return Object.assign(send, { until });
}
