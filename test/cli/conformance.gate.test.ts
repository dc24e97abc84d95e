import { afterAll } from 'vitest';
import { describeConformance } from '../../cli/library.ts';
import { scopeIsGate } from '../scope.ts';
import { emptyFolder } from './command.ts';

// Certifies the embedded reference as tests, in a new folder. A developer's variables, .env and
// reports have no effect.
for (const name of Object.keys(process.env))
  if (/^(HARNESS|M2M)_/.test(name)) delete process.env[name];
const folder = emptyFolder();
const clone = process.cwd();
process.chdir(folder.path);
try {
  const part = scopeIsGate ? {} : ({ claim: ['cash'] } as const);
  await describeConformance({ ...part, embedded: true, run: { depth: 'quick' } });
} finally {
  process.chdir(clone);
}
afterAll(() => folder.remove());
