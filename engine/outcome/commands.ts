import { wholeRun } from '../catalogue/endpoint.ts';
import type { Exhibit, Finding } from './finding.ts';

type Shown = Pick<Finding, 'endpoint' | 'exchange' | 'second' | 'needs' | 'condition'>;

/**
 * Returns the commands of a POSIX shell that show a finding, a line each, in the order of time.
 * `lineOf` writes a request as a curl command. Undefined if it cannot, or if it is not known how to
 * create what the finding needs.
 */
export function commandsOf(
  { endpoint, exchange, second, needs, condition }: Shown,
  lineOf: (exhibit: Exhibit) => string | undefined,
): string | undefined {
  const [before, last] = [second, exchange].map((one) => one && lineOf(one));
  if (last === undefined || (second && before === undefined)) return undefined;
  const silently = (line: string) => `${line} -o /dev/null`;
  const counting = (line: string) => `${silently(line)} -w '%{http_code}\\n'`;
  const { kind, requests = 8, seconds = 0 } = condition ?? {};
  if (kind === 'in-flight') {
    const pairs = numbers(requests / 2);
    if (before && endpoint === wholeRun)
      return `(for i in ${pairs}; do ${before} & ${last} & done; wait) ${printTwins}`;
    if (before) return `(for i in ${pairs}; do ${silently(before)} & ${last} & done; wait)`;
    return `(for i in ${numbers(requests)}; do ${counting(last)} & done; wait)`;
  }
  if (before === undefined) return needs === undefined ? last : undefined;
  if (kind === 'same-connection')
    return isPiped(last) ? undefined : `${before} --next ${last.replace(/^curl /, '')}`;
  if (kind === 'many')
    return `for i in $(seq ${requests}); do ${counting(before)}; done | uniq -c\n${last}`;
  return `${seconds > 0 ? `sleep ${seconds}\n` : ''}${before}\n${last}`;
}

/** Two contradicting responses of a whole run are errors with one id. */
const printTwins = `| grep -io '"responseId": *"[^"]*"' | sort | uniq -d # prints each id that occurs twice`;

const numbers = (count: number): string =>
  [...Array(Math.ceil(count)).keys()].map((nth) => nth + 1).join(' ');

const isPiped = (line: string): boolean => !line.startsWith('curl ');
