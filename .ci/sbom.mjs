import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// `npm sbom --omit dev` leaves out what a dependency for development needs as well. So npm is asked
// about a package that has no others; and it names the package after its folder.

const read = (file) => JSON.parse(readFileSync(join(import.meta.dirname, '..', file), 'utf8'));
const { devDependencies: _ours, scripts: _unused, ...manifest } = read('package.json');
const { packages, ...lock } = read('package-lock.json');
const { devDependencies: _locked, ...root } = packages[''];
const installed = Object.entries(packages).filter(([place, { dev }]) => place !== '' && !dev);

const parent = mkdtempSync(join(tmpdir(), 'm2m-sbom-'));
try {
  const folder = join(parent, manifest.name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...lock, packages: { '': root, ...Object.fromEntries(installed) } }),
  );
  const flags = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  execFileSync('npm', ['sbom', ...flags], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
} finally {
  rmSync(parent, { recursive: true, force: true });
}
