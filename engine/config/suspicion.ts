/**
 * What may have damaged a credential on its way to the harness, in a sentence without its value.
 */
export interface Suspicion {
  /** The key in harness.config.ts, e.g. `clients.scoped.secret`. */
  readonly key: string;
  readonly said: string;
}

/**
 * The suspicions about these keys and branches, as sentences that follow another one. Empty if
 * there are none.
 */
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
