import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const results = join(root, 'coverage', 'mutation');

const filesIn = (folder, wanted = () => true) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => /\.ts$/.test(name) && wanted(name))
    .map((name) => `${folder}/${name}`);
const named = (folder, ...names) => names.map((name) => `${folder}/${name}.ts`);

/**
 * The files that decide on outcomes or prove that a request is malformed. The largest come first.
 */
const judging = [
  ...filesIn(
    'suites',
    (name) => !/\.test\.ts$|(^|\/)index\.ts$|^(adapter|catalogue)\.ts$/.test(name),
  ),
  ...filesIn('engine/judging'),
  ...named('engine/outcome', 'assemble', 'conclude', 'part', 'tally', 'verdict'),
  ...named('engine/run', 'ledger', 'monitors'),
  ...named('engine/schema', 'conforms', 'validate'),
  ...filesIn('fixtures/malformed'),
].sort(
  (one, other) =>
    statSync(join(root, other)).size - statSync(join(root, one)).size || (one < other ? -1 : 1),
);

/**
 * Stryker's options. `part` selects a part of the files, such as the second of six, because all of
 * them take too long. `oneIn` selects one of that many recordings. `mutate` names files instead of
 * a part.
 */
export const strykerOptions = ({ part: [nth, of], oneIn, mutate, force }) => ({
  mutate: mutate ?? judging.filter((_, at) => at % of === nth - 1),
  force,
  testRunner: 'in-process',
  plugins: ['in-process-runner.mjs', 'texts-for-people.mjs'].map((file) =>
    join(import.meta.dirname, file),
  ),
  ignorers: ['texts-for-people'],
  // Mutants run in a copy of the project, without the recordings.
  buildCommand: `node test/mutation/bundle.mjs ${oneIn} ${join(results, 'recordings').replaceAll(' ', '\\ ')}`,
  coverageAnalysis: 'perTest',
  // Static mutants change the catalogue. A snapshot already covers ids, levels and order, and each
  // such mutant runs all tests.
  ignoreStatic: true,
  // Strings are causes, labels, steps and places. Tests compare them literally if they matter.
  mutator: { excludedMutations: ['StringLiteral'] },
  concurrency: 2,
  // Generous, so a busy machine is not mistaken for an infinite loop.
  dryRunTimeoutMinutes: 40,
  timeoutMS: 10_000,
  timeoutFactor: 2,
  incremental: true,
  incrementalFile: join(results, 'incremental.json'),
  tempDirName: join(results, 'copies'),
  ignorePatterns: ['dist', 'coverage', 'reports/latest'],
  // Nothing is compiled.
  tsconfigFile: 'none.json',
  reporters: ['clear-text', 'html', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: join(results, 'mutation.html') },
  jsonReporter: { fileName: join(results, 'mutation.json') },
});
