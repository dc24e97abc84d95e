import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What is used of Allure 3, which is not a dependency. */
export type Allure = Readonly<{
  resolveConfig: (config: object) => Promise<AllureConfig>;
  AllureReport: new (
    config: AllureConfig,
  ) => {
    reportUuid: string;
    reportName: string;
    readonly start: () => Promise<void>;
    readonly readDirectory: (folder: string) => Promise<void>;
    readonly done: () => Promise<void>;
  };
}>;

interface AllureConfig {
  readonly plugins?: readonly {
    readonly id: string;
    readonly plugin: {
      readonly start?: (context: object, store: unknown, realtime: unknown) => Promise<void>;
      readonly done?: (context: object, store: unknown) => Promise<void>;
    };
  }[];
}

/** Files from which Allure is resolved: beside this package, or in the working directory. */
const installed = [import.meta.url, join(process.cwd(), 'package.json')];

/**
 * Loads Allure from the first of these files that can resolve it. Throws if it is broken. Loads
 * `@allurereport/core`, because importing the package `allure` runs its command.
 */
export async function loadAllure(from: readonly string[] = installed): Promise<Allure | undefined> {
  const [core] = from.map(resolveCore).filter((file) => file !== undefined);
  return core === undefined ? undefined : ((await import(pathToFileURL(core).href)) as Allure);
}

function resolveCore(from: string) {
  try {
    return createRequire(createRequire(from).resolve('allure')).resolve('@allurereport/core');
  } catch {
    return undefined;
  }
}
