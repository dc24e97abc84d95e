export interface Suspicion {
  readonly key: string;
  readonly said: string;
}

export function suspected(branches: readonly string[], suspicions: readonly Suspicion[] = []) {
  return suspicions
    .flatMap(({ key, said }) =>
      branches.some((branch) => key.startsWith(branch)) ? [` ${said}`] : [],
    )
    .join('');
}
