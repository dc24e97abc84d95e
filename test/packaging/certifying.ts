import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Installation } from './installations.ts';

export interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** A small run, because the tests only check that it starts and ends. */
export const quick = [
  'run',
  '--claim',
  'cash',
  '--depth',
  'quick',
  '--seed',
  '3',
  '--no-allure',
  '--embedded',
];

export async function ended(
  [program = '', ...args]: readonly string[],
  cwd: string,
  env: Record<string, string>,
): Promise<Ended> {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const [code] = await once(child, 'close');
  return { code: code as number | null, said };
}

/** Certifies the reference that another process serves, with the variables that it prints. */
export async function certifyServed(
  { exec }: Pick<Installation, 'exec'>,
  cwd: string,
  env: Record<string, string>,
): Promise<Ended> {
  const [program = '', ...args] = [...exec, 'm2m-conformance', 'serve'];
  const server = spawn(program, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let printed = '';
  for await (const chunk of server.stdout) {
    printed += chunk;
    if (printed.includes('Ctrl-C')) break;
  }
  const variables = [...printed.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name, value]) => [
    name,
    value,
  ]);
  const result = await ended([...exec, 'm2m-conformance', ...quick, '--out', 'served'], cwd, {
    ...env,
    ...Object.fromEntries(variables),
  });
  // Kills the process group, which includes the package manager's processes.
  if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM');
  return result;
}
