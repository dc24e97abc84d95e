import { InputError } from '../exit.ts';

/** No member contains a secret. */
export type Problem = Readonly<{
  /** `run.seed`, or the name of an unknown variable. */
  key: string;
  /** `flag --seed`, `M2M_SEED`, `harness.config.ts` or `not set`. */
  source: string;
  found: string;
  accepted: string;
  cure: string;
}>;

export class ConfigError extends InputError {
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
