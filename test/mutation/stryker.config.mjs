import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const results = join(root, 'coverage', 'mutation');

// Mutants run in a copy of the project, without the recordings.
process.env.M2M_RECORDINGS = join(results, 'recordings');

/** Judging: what decides on an outcome, and what proves that a request is at fault. */
const judging = [
  'suites/**/*.ts',
  '!suites/**/*.test.ts',
  '!suites/**/index.ts',
  '!suites/adapter.ts',
  '!suites/catalogue.ts',
  'engine/judging/*.ts',
  ...['assemble', 'conclude', 'part', 'tally', 'verdict'].map((name) => `engine/outcome/${name}.ts`),
  ...['ledger', 'monitors'].map((name) => `engine/run/${name}.ts`),
  ...['conforms', 'validate'].map((name) => `engine/schema/${name}.ts`),
  'fixtures/malformed/*.ts',
];

export default {
  mutate: judging,
  testRunner: 'in-process',
  plugins: ['in-process-runner.mjs', 'texts-for-people.mjs'].map((file) => join(import.meta.dirname, file)),
  ignorers: ['texts-for-people'],
  buildCommand: 'node test/mutation/bundle.mjs',
  coverageAnalysis: 'perTest',
  // What is made as files load is the catalogue: a snapshot locks ids, levels and order, and each such mutant costs all tests.
  ignoreStatic: true,
  // An emptied text is a cause, a label, a step or a place: they are compared word for word where they matter.
  mutator: { excludedMutations: ['StringLiteral'] },
  concurrency: 2,
  // Generous: a busy machine is no infinite loop.
  // So is what everything takes once, without a mutant.
  dryRunTimeoutMinutes: 40,
  timeoutMS: 10_000,
  timeoutFactor: 5,
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
};
