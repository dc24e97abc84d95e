import { chmodSync, cpSync } from 'node:fs';
import { rolldown } from 'rolldown';

// Bundles the package into dist. Node needs about a millisecond to load a file, and both processes
// of a run load most of them. Dependencies stay outside. TypeScript writes the declarations.

const bundle = await rolldown({
  input: {
    'cli/main': 'cli/main.ts',
    'cli/library': 'cli/library.ts',
    // vitest loads these two by name.
    'suites/conformance.test': 'suites/conformance.test.ts',
    'cli/outcomes.test': 'reports/allure/outcomes.test.ts',
    // For the tests with hostile targets. It is not published.
    'fixtures/hostile/serve': 'fixtures/hostile/serve.ts',
  },
  platform: 'node',
  external: (id, importer) => importer !== undefined && /^[^./]/.test(id),
  // Then a chunk contains only what is used of a module that exports much, such as engine/index.ts.
  treeshake: { moduleSideEffects: false },
});
await bundle.write({
  dir: 'dist',
  cleanDir: true,
  // Modules find the package and vitest's files relative to themselves, so all chunks are in the
  // same folder.
  chunkFileNames: 'cli/[name].js',
  // For stack traces. They need no sources.
  sourcemap: true,
  sourcemapExcludeSources: true,
});
await bundle.close();
// The styles and the script of the pages, which `renderPage` reads from this folder beside its own.
cpSync('reports/html/static', 'dist/cli/static', { recursive: true });
// npm sets this only when it installs the package.
chmodSync('dist/cli/main.js', 0o755);
