import { readdirSync } from 'node:fs';
import { rolldown } from 'rolldown';

/** Judges one of `oneIn` recordings. `recordings` is their folder. */
const [oneIn, recordings] = process.argv.slice(2);

/** The tests that run against mutants. They test judgement, and use no HTTP, because it is slow. */
const folders = {
  // Excludes what needs the package's own files (`failed-at`, `page`), a process of its own
  // (`memory`) or snapshots (`schedules`).
  'test/engine':
    /^(outcome|run|schema|judging|trial)\/(?!curl|failed-at|memory|schedules).*\.test\.ts$/,
  'test/fixtures/malformed': /^(?!requests|page).*\.test\.ts$/,
  // Without what runs sessions.
  'test/suites': /^(?!catalogue|vacuous-pass|.*revoked-token|.*\.proof).*\.test\.ts$/,
  // Last, because the quick tests above kill most mutants.
  'test/mutation': /^recordings\.spec\.ts$/,
};

const files = Object.entries(folders).flatMap(([folder, wanted], at) =>
  readdirSync(folder, { recursive: true })
    .filter((file) => wanted.test(file))
    .map((file) => [
      `${at}-${`${folder}/${file}`.replaceAll('/', '-').replace(/\.ts$/, '')}`,
      `${folder}/${file}`,
    ]),
);

const bundle = await rolldown({
  input: { vitest: 'test/mutation/in-process-vitest.mjs', ...Object.fromEntries(files) },
  platform: 'node',
  resolve: { alias: { vitest: `${process.cwd()}/test/mutation/in-process-vitest.mjs` } },
  transform: { define: { RECORDINGS: JSON.stringify(recordings), ONE_IN: oneIn } },
  external: /^(?!vitest$|@vitest\/expect$)[^./]/,
});
await bundle.write({
  dir: 'bundled',
  entryFileNames: '[name].mjs',
  chunkFileNames: 'chunks/[name].mjs',
});
