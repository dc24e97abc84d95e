import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { InlineConfig, Vitest } from 'vitest/node';

export type OwnVitest = Readonly<{
  vitest: Vitest;
  run: () => Promise<void>;
}>;

/**
 * Starts vitest in one worker process for a test file of this package. It ignores the user's vitest
 * configuration, writes and prints nothing, and leaves signals to this process.
 */
export async function openVitest(file: URL, options: InlineConfig): Promise<OwnVitest> {
  const { createVitest } = await import('vitest/node');
  const vitest = await withoutSignalListeners(() =>
    createVitest(
      'test',
      {
        ...options,
        config: false,
        root: fileURLToPath(new URL('.', file)),
        include: [],
        passWithNoTests: true,
        watch: false,
        cache: false,
        pool: 'forks',
        maxWorkers: 1,
        isolate: false,
        // Compiled JavaScript needs no transformation. In a clone, a test file may be TypeScript.
        server: { deps: { external: [/\.js$/] } },
      },
      { logLevel: 'silent' },
      { stdout: silence(), stderr: silence() },
    ),
  );
  const specification = vitest.getRootProject().createSpecification(moduleOf(file));
  return {
    vitest,
    run: async () => {
      await vitest.standalone();
      await vitest.runTestSpecifications([specification]);
    },
  };
}

/**
 * Names a file so that the worker finds it in every folder. vitest takes paths for globs and URLs,
 * but passes on a `data:` URL as it is.
 */
function moduleOf(file: URL) {
  // vite transforms TypeScript, which Node 20 cannot import.
  if (file.pathname.endsWith('.ts')) return fileURLToPath(file);
  return `data:text/javascript,${encodeURIComponent(`import ${JSON.stringify(file.href)};`)}`;
}

/** The signal listeners that vitest adds would end the process before the reports are written. */
async function withoutSignalListeners<T>(start: () => Promise<T>) {
  const drop = (name: string | symbol, listener: (...met: unknown[]) => void) => {
    if (name === 'SIGINT' || name === 'SIGTERM')
      process.nextTick(() => process.off(name, listener));
  };
  process.on('newListener', drop);
  try {
    return await start();
  } finally {
    process.nextTick(() => process.off('newListener', drop));
  }
}

const silence = () => new Writable({ write: (_chunk, _encoding, done) => done() });
