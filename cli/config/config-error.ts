/** No member contains a secret. */
export interface Problem {
  /** `run.seed`, or the name of an unknown variable. */
  readonly key: string;
  /** `flag --seed`, `M2M_SEED`, `harness.config.ts` or `not set`. */
  readonly source: string;
  readonly found: string;
  readonly accepted: string;
  readonly cure: string;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(line).join('\n'));
    this.problems = problems;
  }
}

function line({ key, source, found, accepted, cure }: Problem) {
  const place = key === source ? key : `${key} (${source})`;
  return `${place}: found ${found}; accepted: ${accepted}. ${cure}`;
}
