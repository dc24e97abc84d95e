import { afterAll } from 'vitest';
import { describeConformance } from '../../cli/library.ts';
import { scopeIsGate } from '../scope.ts';
import { emptyFolder } from './command.ts';

// A certification as tests: only ever of the embedded reference, and in a folder of its own. A developer's variables,
// .env and reports stay out of it.
for (const name of Object.keys(process.env)) if (/^(HARNESS|M2M)_/.test(name)) delete process.env[name];
const folder = emptyFolder();
const clone = process.cwd();
process.chdir(folder.path);
try {
  await describeConformance({ run: { depth: scopeIsGate ? 'standard' : 'quick' } });
} finally {
  process.chdir(clone);
}
afterAll(() => folder.remove());
