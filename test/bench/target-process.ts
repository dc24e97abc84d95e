import { type RunningReference, startReference } from '../../fixtures/reference/index.ts';

/**
 * The counts of a target since the last query. Times are fractional milliseconds since the epoch.
 */
export interface Arrivals {
  readonly requests: number;
  readonly first: number;
  readonly last: number;
}

export type KnownReference = Omit<RunningReference, 'close'>;

/** The path of a copy of an endpoint. A profile declares copies to lengthen a run. */
export const copyOf = (nth: number, path: string): string => `/copies/${nth}${path}`;

// Runs the reference in a separate process, so its CPU time does not count as that of the harness.
if (process.send) await serve(Number(process.argv[2]));

async function serve(latencyMs: number): Promise<void> {
  const none: Arrivals = { requests: 0, first: 0, last: 0 };
  let arrivals = none;
  const counting = startReference({
    latencyMs,
    compose: (parts) => ({
      ...parts,
      intercept: (incoming, outgoing) => {
        const now = performance.timeOrigin + performance.now();
        arrivals = { requests: arrivals.requests + 1, first: arrivals.first || now, last: now };
        incoming.url = incoming.url?.replace(/\/copies\/\d+(?=\/)/, '');
        return parts.intercept(incoming, outgoing);
      },
    }),
  });
  const { close: _close, ...known } = await counting;
  process.on('message', () => {
    process.send?.(arrivals);
    arrivals = none;
  });
  process.on('disconnect', () => process.exit());
  process.send?.(known satisfies KnownReference);
}
