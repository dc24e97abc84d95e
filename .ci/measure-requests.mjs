import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Certifies the reference at each depth, and writes how many requests each requirement sent to an
// endpoint on average. The forecast of a run comes from this table. Run it after a change of what
// is sent.

const root = join(import.meta.dirname, '..');
const depths = ['quick', 'standard', 'deep'];
/** The sum and the number of endpoints, by requirement, kind of endpoint and depth. */
const measured = new Map();

for (const [at, depth] of depths.entries()) {
  const folder = mkdtempSync(join(tmpdir(), 'm2m-requests-'));
  try {
    const cli = join(root, 'dist/cli/main.js');
    const options = [
      '--embedded',
      '--depth',
      depth,
      '--allow',
      'writes,orders',
      '--seed',
      '7',
      '--no-allure',
    ];
    execFileSync(process.execPath, [cli, 'run', ...options, '--out', folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const read = (file) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
    // A monitor judges requests of others as well, so some units send nothing. Where it judges the
    // whole run is no unit.
    const units = read('result.json').requirements.flatMap(({ id, endpoints }) =>
      endpoints.flatMap(({ endpoint }) => (endpoint === '(run)' ? [] : [`${id}|${endpoint}`])),
    );
    const sent = new Map(units.map((unit) => [unit, 0]));
    for (const { _key, _lost } of read('exchanges.har').log.entries) {
      if (_lost?.lost === 'withheld' || _lost?.lost === 'no-credential') continue;
      const [id, endpoint] = _key.split('|');
      const unit = id === 'run/setup' ? id : `${id}|${endpoint}`;
      sent.set(unit, (sent.get(unit) ?? 0) + 1);
    }
    for (const [unit, requests] of sent) {
      const [id, endpoint = ''] = unit.split('|');
      const acts = /^(?!GET )[A-Z]+ (?!\{auth_url\})/.test(endpoint);
      const ofKind = measured.get(id) ?? new Map();
      measured.set(id, ofKind);
      const kind = acts ? 'acting' : 'reading';
      const counts = ofKind.get(kind) ?? depths.map(() => ({ sum: 0, endpoints: 0 }));
      ofKind.set(kind, counts);
      counts[at].sum += requests;
      counts[at].endpoints += 1;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const average = ({ sum, endpoints }) => Math.round((10 * sum) / endpoints) / 10 || 0;
const lines = [...measured].flatMap(([id, ofKind]) => {
  const kinds = [...ofKind]
    .map(([kind, counts]) => [kind, counts.map(average)])
    .filter(([, all]) => all.some(Boolean));
  const written = kinds
    .sort()
    .reverse()
    .map(([kind, all]) => `"${kind}": [${all.join(', ')}]`);
  return written.length === 0 ? [] : [`  "${id}": { ${written.join(', ')} }`];
});
const file = join(root, 'cli/measured-requests.json');
writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
