import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A server with a worker; both ignore SIGTERM. */
const server = `
  const worker = require('node:child_process').spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1e6)']);
  process.on('SIGTERM', () => {});
  require('node:http').createServer((request, response) => response.end(String(worker.pid))).listen(process.env.PORT, '127.0.0.1');
`;

/** A runner that starts the server and prints where it runs. */
const runner = `
  const { createJiti } = await import('jiti');
  const { freePort, newFolder, startServer } = await createJiti(process.cwd() + '/').import('./test/stacks/processes.ts');
  const [port, folder] = [await freePort(), await newFolder()];
  const { close } = await startServer([process.execPath, '-e', process.argv[1]], port, folder, {});
  const worker = Number(await (await fetch('http://127.0.0.1:' + port)).text());
  console.log(JSON.stringify({ port, folder, worker }));
  process.once('SIGINT', close);
`;

async function started() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', runner, server], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const { port, folder, worker } = JSON.parse(String(line));
  return { child, port, folder, worker };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test.each(['SIGKILL', 'SIGINT'] as const)(
  'after %s to the runner, no process and no folder of a stack is left',
  async (signal) => {
    const { child, port, folder, worker } = await started();
    expect([isAlive(worker), existsSync(folder)]).toEqual([true, true]);
    child.kill(signal);
    await expect.poll(() => isAlive(worker)).toBe(false);
    await expect.poll(() => existsSync(folder)).toBe(false);
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
  },
);
