/** One thing that is wrong. No part of it ever holds a secret. */
export interface Problem {
  /** The key as in harness.config.ts, e.g. `run.seed`; of an unknown variable, its name. */
  readonly key: string;
  /** Where the value came from: `flag --seed`, `M2M_SEED`, `harness.config.ts`, `not set`. */
  readonly source: string;
  readonly found: string;
  readonly accepted: string;
  /** One sentence: what to do. */
  readonly cure: string;
}

export type ConfigErrorCode = 'config-invalid' | 'config-file-missing' | 'config-file-broken';

/** The configuration cannot be used, for every reason that was found. The message is one line per problem. */
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

function line({ key, source, found, accepted, cure }: Problem): string {
  const place = key === source ? key : `${key} (${source})`;
  return `${place}: found ${found}; accepted: ${accepted}. ${cure}`;
}
