import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

interface Manifest {
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

function read<T>(...path: readonly string[]): T {
  return JSON.parse(readFileSync(join(root, ...path), 'utf8')) as T;
}

const manifest = read<Manifest>('package.json');

describe.each(['.', 'test/stacks', 'test/mutation', 'test/packaging'])(
  'the lockfile in %s',
  (folder) => {
    const { packages } = read<{ packages: Record<string, Locked> }>(folder, 'package-lock.json');
    const installed = Object.entries(packages).filter(([place]) => place !== '');

    test('names no registry, so everybody installs from their own', () => {
      expect(
        installed.filter(([, { resolved }]) => resolved !== undefined).map(([place]) => place),
      ).toEqual([]);
    });

    test('has a SHA-512 digest of each package that users install', () => {
      const bare = installed.filter(
        ([, { dev, integrity }]) => !dev && !/^sha512-/.test(integrity ?? ''),
      );
      expect(bare.map(([place]) => place)).toEqual([]);
    });
  },
);

test('no dependency needs an install script, so that npm ci --ignore-scripts is enough', () => {
  const { packages } = read<{ packages: Record<string, Locked> }>('package-lock.json');
  const locked = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(locked.map(([place]) => place)).toEqual([]);
  // A lockfile that was edited by hand may omit `hasInstallScript`.
  const scripted = Object.keys(packages).filter((place) => {
    if (place === '' || !existsSync(join(root, place, 'package.json'))) return false;
    const { scripts = {} } = read<Partial<Manifest>>(place, 'package.json');
    return ['preinstall', 'install', 'postinstall'].some((name) => name in scripts);
  });
  expect(scripted).toEqual([]);
  // `prepare` is not an install script: it builds a clone, as `npm run build` does.
  expect(Object.keys(manifest.scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual(
    [],
  );
});

test('npm run sbom lists all packages that users install, and no development dependencies', () => {
  const text = execFileSync('npm', ['run', '--silent', 'sbom'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { bomFormat, components, metadata } = JSON.parse(text) as {
    bomFormat: string;
    metadata: { component: { name: string } };
    components: readonly { group?: string; name: string; version: string; purl: string }[];
  };
  expect({ bomFormat, name: metadata.component.name }).toEqual({
    bomFormat: 'CycloneDX',
    name: manifest.name,
  });
  const { packages } = read<{ packages: Record<string, Locked> }>('package-lock.json');
  const urls = new Set(components.map(({ purl }) => purl));
  const urlOf = (name: string) =>
    `pkg:npm/${name.replace('@', '%40')}@${packages[`node_modules/${name}`]?.version ?? 'not locked'}`;
  expect(Object.keys(manifest.dependencies).filter((name) => !urls.has(urlOf(name)))).toEqual([]);
  expect(['typescript', 'fastify', 'knip'].filter((name) => urls.has(urlOf(name)))).toEqual([]);
  const installed = Object.entries(packages).filter(([place, { dev }]) => place !== '' && !dev);
  expect(components.length).toBe(installed.length);
});
