/** What may have damaged a credential on its way here, without its value. */
export interface Suspicion {
  /** In harness.config.ts, e.g. `clients.scoped.secret`. */
  readonly key: string;
  readonly said: string;
}

/** As sentences that follow another one. */
export function suspected(
  branches: readonly string[],
  suspicions: readonly Suspicion[] = [],
): string {
  return suspicions
    .flatMap(({ key, said }) =>
      branches.some((branch) => key.startsWith(branch)) ? [` ${said}`] : [],
    )
    .join('');
}
