import type { Layer, Tree } from './layer.ts';
import { withValue } from './layer.ts';
import { asList, asNumber, asPermissions, asText, asYesNo, type Read } from './read-text.ts';

export type Flags = Readonly<Record<string, string | boolean | undefined>>;

const table = [
  ['baseUrl', 'target.baseUrl', asText],
  ['authUrl', 'target.authUrl', asText],
  ['audience', 'target.audience', asText],
  ['claim', 'claim', asList],
  ['allow', 'allow', asPermissions],
  ['only', 'only', asList],
  ['skip', 'skip', asList],
  ['depth', 'run.depth', asText],
  ['seed', 'run.seed', asNumber],
  ['strict', 'run.strict', asYesNo],
  ['concurrency', 'run.concurrency', asNumber],
  ['rate', 'run.rate', asNumber],
  ['timeout', 'run.timeoutMs', asNumber],
  ['deadline', 'run.deadlineS', asNumber],
  ['out', 'out', asText],
  ['publish', 'reports.mask', asYesNo],
  ['allure', 'reports.allure', asYesNo],
  ['knownFailures', 'knownFailures', asText],
  ['listen', 'network.listenUrl', asText],
  ['traceContext', 'traceContext', asYesNo],
  ['embedded', 'embedded', asYesNo],
] as const satisfies readonly (readonly [flag: string, key: string, read: Read])[];

export const flagKeys = table.map(([flag, key]) => ({ flag: `--${dashed(flag)}`, key }));

/** `allure: true` is what option parsers report without `--no-allure`. */
export function flagLayer(flags: Flags, cwd: string): Layer {
  const sources = new Map<string, string>();
  let values: Tree = {};
  for (const [flag, key, read] of table) {
    const given = flags[flag];
    if (given === undefined || (flag === 'allure' && given === true)) continue;
    values = withValue(values, key.split('.'), typeof given === 'string' ? read(given) : given);
    sources.set(key, flag === 'allure' ? 'flag --no-allure' : `flag --${dashed(flag)}`);
  }
  return {
    values,
    sourceOf: (key) => sources.get(key) ?? sources.get(key.split(/[.[]/)[0] ?? '') ?? 'flags',
    booleans: 'true or false',
    folder: cwd,
  };
}

function dashed(camelCase: string): string {
  return camelCase.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}
