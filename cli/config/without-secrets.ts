import { ConfigError, type Problem } from './config-error.ts';
import { sizeOf } from './found.ts';

/** Shorter strings are not secrets, and replacing them would garble ordinary words. */
const shortest = 6;

/**
 * A copy of the error without secrets. A message that the file threw may contain one, or the
 * operator may have set one in the wrong variable.
 */
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
  // The other members contain only our own words.
  const problems = error.problems.map(
    (problem): Problem => ({ ...problem, found: clean(problem.found) }),
  );
  return new ConfigError(problems, error.code);
}
