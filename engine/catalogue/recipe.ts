export type Share = Readonly<{
  times: number;
  of: number;
}>;

export type Otherwise =
  | 'alone'
  | 'own-connection'
  | 'same-user'
  | 'new-url'
  | 'in-flight'
  | 'first-after-pause'
  | 'without'
  /** The response after one that showed the defect. A cache would repeat it. */
  | 'next';

export type Step<E> = Readonly<{
  /** Absent for the judged step, whose exchange a finding has. */
  exchange?: E;
  /** Steps with the same name use one connection. Absent: a new one. */
  connection?: string;
  /** Whether the copies overlap each other, and those of such steps beside it. */
  overlaps?: true;
  afterMs?: number;
  /** The number of copies. Absent: one. */
  times?: number;
}>;

/** How to send requests so that a defect shows. The last step is the judged one. */
export type Recipe<E> = Readonly<{
  steps: readonly Step<E>[];
  share?: Share;
  otherwise?: Partial<Readonly<Record<Otherwise, Share>>>;
}>;

export const alone: Recipe<never> = { steps: [{}] };

export const following = <E>(exchange: E, how: Step<E> = {}): Recipe<E> => ({
  steps: [{ ...how, exchange }, {}],
});

export const onSameConnection = <E>(exchange: E): Recipe<E> => ({
  steps: [{ exchange, connection: 'shared' }, { connection: 'shared' }],
});

export const inFlight = <E>(times: number, other?: E): Recipe<E> => ({
  steps: [
    ...(other === undefined ? [] : [{ exchange: other, times, overlaps: true as const }]),
    { times, overlaps: true },
  ],
});

export const withExchanges = <E, Other>(
  { steps, ...rest }: Recipe<E>,
  change: (exchange: E) => Other,
): Recipe<Other> => ({
  ...rest,
  steps: steps.map(({ exchange, ...how }) =>
    exchange === undefined ? how : { ...how, exchange: change(exchange) },
  ),
});

export function mannerOf({ steps }: Recipe<unknown>) {
  const last = steps.at(-1);
  if (last?.overlaps) return 'in-flight';
  if (steps.length < 2) return 'alone';
  if (last?.connection !== undefined) return 'same-connection';
  if (steps.some(({ afterMs }) => afterMs !== undefined)) return 'pause';
  return steps.some(({ times = 1 }) => times > 1) ? 'many' : 'in-sequence';
}
