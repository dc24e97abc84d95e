import { readdirSync } from 'node:fs';
import { rolldown } from 'rolldown';

/** How many recordings there are for each that is judged, and where they lie. */
const [oneIn, recordings] = process.argv.slice(2);

/** The tests that kill mutants: of what judges, and without HTTP, which mutants would wait for. */
const folders = {
  'test/engine/outcome': /^(?!curl).*\.test\.ts$/,
  // A bundle is no file of the package, and memory is what else the process holds.
  'test/engine/run': /^(?!failed-at|memory).*\.test\.ts$/,
  'test/engine/schema': /\.test\.ts$/,
  'test/engine/judging': /\.test\.ts$/,
  'test/fixtures/malformed': /^(?!requests).*\.test\.ts$/,
  'test/suites': /^(?!catalogue).*\.test\.ts$/,
  'test/suites/authentication': /^(?!revoked-token).*\.test\.ts$/,
  'test/suites/every-endpoint': /\.test\.ts$/,
  // Last: what a quick test notices need not be judged again.
  'test/mutation': /^recordings\.spec\.ts$/,
};

const files = Object.entries(folders).flatMap(([folder, wanted], at) =>
  readdirSync(folder, { recursive: true })
    .filter((file) => wanted.test(file))
    .map((file) => [`${at}-${`${folder}/${file}`.replaceAll('/', '-').replace(/\.ts$/, '')}`, `${folder}/${file}`]),
);

const bundle = await rolldown({
  input: { vitest: 'test/mutation/in-process-vitest.mjs', ...Object.fromEntries(files) },
  platform: 'node',
  resolve: { alias: { vitest: `${process.cwd()}/test/mutation/in-process-vitest.mjs` } },
  transform: { define: { RECORDINGS: JSON.stringify(recordings), ONE_IN: oneIn } },
  external: /^(?!vitest$|@vitest\/expect$)[^./]/,
});
await bundle.write({ dir: 'bundled', entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name].mjs' });
