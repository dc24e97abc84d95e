import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What is used of Allure 3, which is not among our dependencies. */
export interface Allure {
  readonly resolveConfig: (config: {
    readonly name: string;
    readonly output: string;
    readonly historyPath: string;
    readonly historyLimit: number;
    readonly categories: readonly object[];
    readonly plugins: Record<string, { readonly options: object }>;
  }) => Promise<AllureConfig>;
  readonly AllureReport: new (config: AllureConfig) => AllureReport;
}

interface AllureConfig {
  readonly plugins?: readonly AllurePlugin[];
}

interface AllurePlugin {
  readonly id: string;
  readonly plugin: {
    readonly start?: (context: object, store: unknown, realtime: unknown) => Promise<void>;
    readonly done?: (context: object, store: unknown) => Promise<void>;
  };
}

interface AllureReport {
  reportUuid: string;
  reportName: string;
  readonly start: () => Promise<void>;
  readonly readDirectory: (folder: string) => Promise<void>;
  readonly done: () => Promise<void>;
}

/** Where it may be installed: beside this package, or in the folder of the user. */
const installed = [import.meta.url, join(process.cwd(), 'package.json')];

/**
 * Allure as a package of those files finds it; undefined where none does. Throws where it is there and broken.
 * The package `allure` itself is a command that runs when it is imported: what it is made of is what is loaded.
 */
export async function loadAllure(from: readonly string[] = installed): Promise<Allure | undefined> {
  const [core] = from.map(resolveCore).filter((file) => file !== undefined);
  return core === undefined ? undefined : ((await import(pathToFileURL(core).href)) as Allure);
}

function resolveCore(from: string): string | undefined {
  try {
    return createRequire(createRequire(from).resolve('allure')).resolve('@allurereport/core');
  } catch {
    return undefined;
  }
}
