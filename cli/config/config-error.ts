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

export type ConfigErrorCode = 'config-invalid' | 'config-file-missing' | 'config-file-broken';

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code: ConfigErrorCode;
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], code: ConfigErrorCode = 'config-invalid') {
    super(problems.map(line).join('\n'));
    this.code = code;
    this.problems = problems;
  }
}

function line({ key, source, found, accepted, cure }: Problem) {
  const place = key === source ? key : `${key} (${source})`;
  return `${place}: found ${found}; accepted: ${accepted}. ${cure}`;
}
