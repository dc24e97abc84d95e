import { mannerOf, type Recipe } from '../catalogue/recipe.ts';
import { type Curl, curlLine } from './curl.ts';
import type { Exhibit } from './finding.ts';

/** The commands of a POSIX shell, a line each. Undefined if `callOf` cannot write a request. */
export function commandsOf(
  recipe: Recipe<Exhibit>,
  judged: Exhibit,
  callOf: (exhibit: Exhibit) => Curl | undefined,
) {
  const { steps } = recipe;
  const calls = steps.flatMap(({ exchange = judged }) => callOf(exchange) ?? []);
  const lines = calls.map(curlLine);
  const last = lines.at(-1);
  if (lines.length < steps.length || last === undefined) return undefined;
  const copies = steps.at(-1)?.times ?? 1;
  switch (mannerOf(recipe)) {
    case 'in-flight': {
      const before = lines.slice(0, -1).map((line) => `${silently(line)} & `);
      const shown = before.length > 0 ? apart(last) : counting(last);
      return `(for i in ${numbers(copies)}; do ${before.join('')}${shown} & done; wait)`;
    }
    case 'same-connection':
      return calls.some(({ input }) => input !== undefined)
        ? undefined
        : `curl ${calls.map(({ options }) => apart(options)).join(' --next ')}`;
    default:
      if (lines.length === 1) return last;
      return lines.flatMap((line, nth) => commandOf(line, steps[nth])).join('\n');
  }
}

function commandOf(line: string, step: Recipe<Exhibit>['steps'][number] = {}) {
  const { afterMs = 0, times = 1 } = step;
  return [
    ...(afterMs > 0 ? [`sleep ${afterMs / 1_000}`] : []),
    times > 1 ? `for i in $(seq ${times}); do ${counting(line)}; done | uniq -c` : apart(line),
  ];
}

const silently = (line: string) => `${line} -o /dev/null`;
const counting = (line: string) => `${silently(line)} -w '%{http_code}\\n'`;

/** So that the next status line is not glued to the body. */
const apart = (line: string) => `${line} -w '\\n'`;

const mostListed = 64;

const numbers = (count: number) =>
  count > mostListed
    ? `$(seq ${count})`
    : Array.from({ length: count }, (_, nth) => nth + 1).join(' ');
