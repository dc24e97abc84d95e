import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { emptyFolder, resultIn } from '../cli/command.ts';
import { certifyServed, type Ended, ended, quick } from './certifying.ts';
import { environment, install, installations, nodes } from './installations.ts';
import { pack } from './packed.ts';

const folder = emptyFolder();
const tarball = pack(folder.path);
const lines: string[] = [];
afterAll(() => {
  folder.remove();
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
});

lines.push(
  `| installed with | Node | run | serve and run | runConformance | describeConformance |`,
  '| --- | --- | --- | --- | --- | --- |',
);

describe.each(installations)('$name', (installation) => {
  const { name, type, exec, node } = installation;
  const cwd = join(folder.path, name.replaceAll(/\W+/g, '-'));

  let isInstalled = false;
  test('installs', () => {
    install(installation, tarball, cwd);
    isInstalled = true;
  });

  test.each(nodes)('Node $major', async ({ major, bin }) => {
    expect(isInstalled).toBe(true);
    const env = environment(bin);
    const seen: string[] = [];
    const noted = async (what: string, running: Promise<Ended>, out: string) => {
      const began = performance.now();
      const { code, said } = await running;
      seen.push(code === 0 ? `${((performance.now() - began) / 1000).toFixed(1)} s` : 'failed');
      expect({ what, code, said: code === 0 ? '' : said }).toEqual({ what, code: 0, said: '' });
      const { verdict, target } = resultIn(cwd, out);
      expect({ what, verdict }).toEqual({ what, verdict: 'conformant' });
      return target;
    };
    try {
      const version = await ended([...node, '-p', 'process.version'], cwd, env);
      expect(version.said).toMatch(new RegExp(`^v${major}\\.`, 'm'));
      await noted(
        'run',
        ended([...exec, 'm2m-conformance', ...quick, '--out', 'embedded'], cwd, env),
        'embedded',
      );
      const target = await noted('serve', certifyServed(installation, cwd, env), 'served');
      expect(target.implementation).toBeUndefined();
      if (type === 'none') return;
      await noted('runConformance', ended([...node, 'program.mjs'], cwd, env), 'by-program');
      await noted(
        'describeConformance',
        ended([...exec, 'vitest', 'run', 'conformance.test.mts'], cwd, env),
        'by-vitest',
      );
    } finally {
      lines.push(`| ${[name, major, ...seen, ...Array(4).fill('')].slice(0, 6).join(' | ')} |`);
    }
  });
});
