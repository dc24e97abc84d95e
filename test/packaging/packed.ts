import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const clone = join(import.meta.dirname, '..', '..');

/** Packs the built package with npm. Returns the path of the tarball. */
export function pack(folder: string): string {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const packed = JSON.parse(
    execFileSync('npm', args, {
      cwd: clone,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  const [{ filename }] = packed as [{ filename: string }];
  return join(folder, filename);
}

/** Copies the files that a commit of this clone would contain. */
export function copySource(to: string): void {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: clone,
  });
  const archive = execFileSync('tar', ['-c', '--null', '--ignore-failed-read', '-T', '-'], {
    cwd: clone,
    input: files,
    maxBuffer: 1 << 28,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  execFileSync('tar', ['-x'], { cwd: to, input: archive });
}

/**
 * Unpacks the tarball into the folder's node_modules, with links only to its declared dependencies.
 */
export function installWithLinks(
  tarball: string,
  folder: string,
  dependencies: readonly string[],
): void {
  unpack(tarball, folder);
  for (const name of dependencies) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(clone, 'node_modules', name), link);
  }
}

/**
 * Unpacks the tarball like npm, with copies of all that it needs. So the real path of each file is
 * in the folder.
 */
export function installWithCopies(tarball: string, folder: string): void {
  unpack(tarball, folder);
  const lock = JSON.parse(
    readFileSync(join(clone, 'node_modules', '.package-lock.json'), 'utf8'),
  ) as {
    readonly packages: Readonly<
      Record<string, { readonly dev?: true; readonly devOptional?: true }>
    >;
  };
  for (const [place, { dev, devOptional }] of Object.entries(lock.packages)) {
    if (dev || devOptional) continue;
    cpSync(join(clone, place), join(folder, place), { recursive: true, verbatimSymlinks: true });
  }
}

function unpack(tarball: string, folder: string): void {
  const place = join(folder, 'node_modules', 'm2m-conformance');
  mkdirSync(place, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', place]);
}

export const ofUsers = {
  'harness.config.ts': `import { defineConfig } from 'm2m-conformance';

export default defineConfig({ claim: ['cash'], run: { depth: 'quick', seed: 3 }, reports: { allure: false } });
`,
  'program.mts': `import { type HarnessConfig, type Result, runConformance } from 'm2m-conformance';

const config: HarnessConfig = { embedded: true, claim: ['cash'], run: { depth: 'quick', seed: 3 }, out: 'by-program', reports: { allure: false } };
// @ts-expect-error no such depth
const wrong: HarnessConfig = { run: { depth: 'deepest' } };
const result: Result = await runConformance(config);
console.log(JSON.stringify({ verdict: result.verdict, wrong: wrong.run?.depth }));
`,
  'conformance.test.mts': `import * as vitest from 'vitest';
import { describeConformance } from 'm2m-conformance';

await describeConformance({ embedded: true, claim: ['cash'], run: { depth: 'quick', seed: 3 }, out: 'by-vitest' }, vitest);
`,
} as const;

/** Writes a user's package. `beside` is its other dependencies. */
export function writeUserFiles(
  folder: string,
  type: 'module' | 'commonjs',
  beside: Readonly<Record<string, string>> = {},
): void {
  for (const [file, text] of Object.entries(ofUsers)) writeFileSync(join(folder, file), text);
  // TypeScript checks program.mts. program.mjs is the same program without types, to run it.
  const program = ofUsers['program.mts']
    .replace('type HarnessConfig, type Result, ', '')
    .replace(/: (HarnessConfig|Result)\b/g, '');
  writeFileSync(join(folder, 'program.mjs'), program);
  const manifest = {
    name: 'of-a-user',
    private: true,
    ...(type === 'module' ? { type } : {}),
    dependencies: beside,
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
}
