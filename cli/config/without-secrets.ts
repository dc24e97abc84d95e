import { ConfigError, type Problem } from './config-error.ts';
import { sizeOf } from './found.ts';

/** Replacing shorter strings would garble ordinary words. */
const shortest = 6;

/** A thrown message may contain a secret, or one may be set in the wrong variable. */
export function withoutSecrets(error: ConfigError, secrets: readonly string[]): ConfigError {
  const needles = [
    ...new Set(secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])),
  ]
    .filter((secret) => secret.length >= shortest)
    .sort((left, right) => right.length - left.length);
  const clean = (text: string) =>
    needles.reduce(
      (before, secret) => before.replaceAll(secret, () => `(${sizeOf(secret)})`),
      text,
    );
  const problems = error.problems.map(
    (problem): Problem => ({ ...problem, found: clean(problem.found) }),
  );
  return new ConfigError(problems, error.code);
}
