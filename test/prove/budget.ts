import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { startReference } from '../../fixtures/reference/index.ts';
import { certifyTarget, fullConfigFor } from '../engine/session/in-process.ts';

/** What a requirement costs. Requirements that share one file share its cost. */
export interface Cost {
  /** The file that declares the requirements. */
  readonly file: string;
  readonly ids: readonly string[];
  /** Lines of this file and of those that no other declaring file needs. */
  readonly lines: number;
  readonly files: number;
}

export function sourcesIn(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter((name) =>
    name.endsWith('.ts'),
  );
  return new Map(
    names.map((name) => [join(folder, name), readFileSync(join(folder, name), 'utf8')]),
  );
}

const importsOf = (path: string, text: string) =>
  [...text.matchAll(/ from '(\.[^']+)'/g)].map(([, to = '']) => normalize(join(path, '..', to)));

/** Returns the cost of the requirements with these ids, the highest first. */
export function costsOf(
  sources: ReadonlyMap<string, string>,
  ids: readonly string[],
): readonly Cost[] {
  const declared = new Map<string, string[]>();
  for (const id of new Set(ids)) {
    const declares = (start: string) =>
      [...sources].find(([, text]) => text.includes(`${start}'${id}'`))?.[0];
    // A function may declare the same requirement for several groups.
    const [, slug] = id.split('/');
    const inTemplate = () =>
      [...sources].find(([, text]) => text.includes(`id: \`\${group}/${slug}\``))?.[0];
    const file = declares('id: ') ?? declares(' = ') ?? inTemplate();
    if (file !== undefined) declared.set(file, [...(declared.get(file) ?? []), id]);
  }
  const needed = new Map(
    [...declared.keys()].map((file) => [file, closure(file, sources, declared)]),
  );
  const timesNeeded = new Map<string, number>();
  for (const files of needed.values())
    for (const file of files) timesNeeded.set(file, (timesNeeded.get(file) ?? 0) + 1);
  const costs = [...declared].map(([file, of]) => {
    const own = [...(needed.get(file) ?? [])].filter((one) => timesNeeded.get(one) === 1);
    const lines = own.reduce(
      (sum, one) => sum + (sources.get(one)?.split('\n').length ?? 1) - 1,
      0,
    );
    return { file, ids: of, lines, files: own.length };
  });
  return costs.sort((one, other) => other.lines - one.lines);
}

/** The file and all that it imports, but not what other declaring files import. */
function closure(
  file: string,
  sources: ReadonlyMap<string, string>,
  declared: ReadonlyMap<string, unknown>,
) {
  const found = new Set([file]);
  for (const one of found) {
    for (const to of importsOf(one, sources.get(one) ?? ''))
      if (sources.has(to) && !declared.has(to)) found.add(to);
  }
  return found;
}

/** Renders the costs as lines: lines, files, requests, ids. */
export function costLines(
  costs: readonly Cost[],
  requests: ReadonlyMap<string, number>,
): readonly string[] {
  const rows = costs.map(({ ids, lines, files }) => {
    const sent = ids.reduce((sum, id) => sum + (requests.get(id) ?? 0), 0);
    return [lines, files, sent]
      .map((value) => String(value).padStart(8))
      .concat(`  ${ids.join(', ')}`)
      .join('');
  });
  return ['   lines   files requests  requirements', ...rows];
}

/**
 * Certifies the reference with everything allowed. Resolves to the number of exchanges of each
 * requirement.
 */
export async function countRequests(): Promise<ReadonlyMap<string, number>> {
  const reference = await startReference();
  try {
    const { evidence } = await certifyTarget(fullConfigFor(reference, { depth: 'standard' }));
    const counts = new Map<string, number>();
    for (const { key } of evidence.exchanges.values())
      counts.set(key.requirement, (counts.get(key.requirement) ?? 0) + 1);
    return counts;
  } finally {
    await reference.close();
  }
}
