/** What `import ... from 'm2m-conformance'` gives: the configuration's types, and the result's. */
export { defineConfig, type HarnessConfig } from '../engine/config/file-config.ts';
export type { Result } from '../engine/result.ts';
