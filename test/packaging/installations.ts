import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeUserFiles } from './packed.ts';

const tools = join(import.meta.dirname, 'node_modules');
// `node` comes from PATH, so the package managers start their scripts with the same Node.
const [pnpm, yarn1, yarn4] = [
  'pnpm/bin/pnpm.cjs',
  'yarn/bin/yarn.js',
  '@yarnpkg/cli-dist/bin/yarn.js',
].map((file) => ['node', join(tools, file)]) as [string[], string[], string[]];

/** The major versions of Node to test, each with the folder of its program. */
export const nodes = (['20', '22', '24'] as const).map((major) => ({
  major,
  bin: join(tools, `node-${major}`, 'bin'),
}));

export interface Installation {
  readonly name: string;
  readonly type: 'module' | 'commonjs' | 'none';
  /** Other dependencies of the user's package. */
  readonly beside?: Readonly<Record<string, string>>;
  readonly install: (tarball: string) => readonly (readonly string[])[];
  /** Starts a program of the installation, such as the command. */
  readonly exec: readonly string[];
  /** Starts Node so that it finds the packages. */
  readonly node: readonly string[];
  readonly settings?: string;
}

// --prefix: in an empty folder, npm would use the nearest parent folder with packages, and fail if
// that is the root.
const withNpm = (source: string) => [
  ['npm', 'install', '-D', '--prefix', '.', '--no-audit', '--no-fund', source],
];

/** Without `--` in front of the command, npm takes the command's options for its own. */
const npx = ['npx', '--no', '--'];

const ofYarn4 = (linker: string) => ({
  install: (tarball: string) => [
    [...yarn4, 'add', `m2m-conformance@file:${tarball}`, 'vitest@^4.1.12'],
  ],
  exec: [...yarn4, 'exec'],
  node: [...yarn4, 'node'],
  settings: `nodeLinker: ${linker}\nenableTelemetry: false\nenableGlobalCache: false\nenableImmutableInstalls: false\n`,
});

export const installations: readonly Installation[] = [
  { name: 'npm, empty folder', type: 'none', install: withNpm, exec: npx, node: ['node'] },
  {
    name: 'npm, no module, beside vitest 3 and ajv 6',
    type: 'commonjs',
    beside: { vitest: '^3.2.4', ajv: '^6.12.6' },
    install: withNpm,
    exec: npx,
    node: ['node'],
  },
  {
    name: 'pnpm 10',
    type: 'module',
    install: (tarball) => [[...pnpm, 'add', tarball, 'vitest@^4.1.12']],
    exec: [...pnpm, 'exec'],
    node: ['node'],
  },
  {
    name: 'Yarn 1',
    type: 'module',
    install: (tarball) => [[...yarn1, 'add', '--no-progress', `file:${tarball}`, 'vitest@^4.1.12']],
    exec: [...yarn1, '--silent', 'run'],
    node: ['node'],
  },
  { name: 'Yarn 4, node_modules', type: 'module', ...ofYarn4('node-modules') },
  { name: "Yarn 4, Plug'n'Play", type: 'module', ...ofYarn4('pnp') },
];

/** Installs the package as a user does. Throws with what the package manager said. */
export function install(
  { type, beside, install, settings }: Installation,
  tarball: string,
  folder: string,
): void {
  mkdirSync(folder);
  if (type !== 'none') {
    writeUserFiles(folder, type, beside);
  }
  // Yarn 4 ignores npm's registry setting.
  const installing = {
    ...process.env,
    YARN_NPM_REGISTRY_SERVER: registry(),
    YARN_UNSAFE_HTTP_WHITELIST: new URL(registry()).hostname,
  };
  if (settings !== undefined) writeFileSync(join(folder, '.yarnrc.yml'), settings);
  for (const [program = '', ...args] of install(tarball)) {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: folder,
      env: installing,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${stdout}${stderr}`);
  }
}

/** Returns the environment of a user with that Node first in PATH. */
export function environment(bin: string): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH: `${bin}:${PATH}`, HOME, CI: 'true' };
}

function registry(): string {
  const url = execFileSync('npm', ['config', 'get', 'registry'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return url.trim().replace(/\/$/, '');
}
