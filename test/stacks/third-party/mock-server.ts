import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';

/** A running mock server that nobody here wrote, made from an OpenAPI description. */
export interface MockServer {
  readonly baseUrl: string;
  close(): Promise<void>;
}

const startLimitMs = 60_000;

/** Prism, with the examples of the description. */
export function startPrism(description: string): Promise<MockServer> {
  return start('@stoplight/prism-cli', 'dist/index.js', /listening on/, (port) => [
    ...['mock', '--host', '127.0.0.1', '--port', String(port), '--seed', '1', description],
  ]);
}

/** Mockoon, which takes the description for its own environment file. */
export function startMockoon(description: string): Promise<MockServer> {
  return start('@mockoon/cli', 'bin/run.js', /Server started/, (port) => [
    ...['start', '--data', description, '--hostname', '127.0.0.1', '--port', String(port), '--disable-admin-api'],
  ]);
}

async function start(
  name: string,
  script: string,
  ready: RegExp,
  options: (port: number) => readonly string[],
): Promise<MockServer> {
  const home = homeOf(name);
  const port = await freePort();
  const launch = () =>
    spawn(process.execPath, [join(home, script), ...options(port)], { stdio: ['ignore', 'pipe', 'pipe'] });
  let child = launch();
  await said(child, ready);
  let isClosing = false;
  let ended = Promise.resolve();
  /** Whoever ends by itself is started again, as an orchestrator does. */
  const keepUp = () => {
    ended = once(child, 'close').then(() => {
      if (isClosing) return;
      child = launch();
      child.stdout?.resume();
      child.stderr?.resume();
      keepUp();
    });
  };
  keepUp();
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: async () => {
      isClosing = true;
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function homeOf(name: string): string {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch {
    throw new Error(`${name} is not installed. Run npm ci --prefix test/stacks/third-party`);
  }
}

/** Resolves once the program printed it, and reads on for as long as it runs. */
function said(child: ChildProcess, ready: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const late = setTimeout(() => reject(new Error(`not ready: ${printed.slice(-2_000)}`)), startLimitMs);
    const read = (chunk: Buffer) => {
      if (ready.test(printed)) return;
      printed += chunk;
      if (!ready.test(printed)) return;
      clearTimeout(late);
      resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('close', () => reject(new Error(`it ended: ${printed.slice(-2_000)}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
