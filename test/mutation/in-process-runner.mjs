import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  DryRunStatus,
  determineHitLimitReached,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';

globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {};

/** Runs the bundled tests in the process of the mutants. */
class InProcessRunner {
  static inject = [];
  #tests = [];
  #killers = new Map();
  #namespace = globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE];

  capabilities() {
    return { reloadEnvironment: false };
  }

  /** Loads the tests with the first run, because a static mutant takes effect when files load. */
  async #load() {
    if (this.#tests.length > 0) return;
    process.on('unhandledRejection', () => {});
    const folder = join(process.cwd(), 'bundled');
    const imported = (file) => import(pathToFileURL(join(folder, file)).href);
    const { collect, collected } = await imported('vitest.mjs');
    for (const file of readdirSync(folder).filter((name) => /\.(test|spec)\.mjs$/.test(name))) {
      await collect(file, () => imported(file));
    }
    this.#tests = collected;
  }

  async dryRun() {
    const namespace = this.#namespace;
    namespace.activeMutant = undefined;
    await this.#load();
    const tests = [];
    for (const test of this.#tests) {
      namespace.currentTestId = test.name;
      tests.push(await outcomeOf(test));
      namespace.currentTestId = undefined;
    }
    return { status: DryRunStatus.Complete, tests, mutantCoverage: namespace.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation, disableBail }) {
    const namespace = this.#namespace;
    namespace.hitLimit = hitLimit;
    namespace.hitCount = 0;
    if (mutantActivation === 'static') namespace.activeMutant = activeMutant.id;
    try {
      await this.#load();
    } catch (error) {
      // If the catalogue does not load, the mutant is killed.
      const failed = {
        id: 'load',
        name: 'the files load',
        timeSpentMs: 0,
        status: TestStatus.Failed,
        failureMessage: `${error}`,
      };
      return toMutantRunResult({ status: DryRunStatus.Complete, tests: [failed] });
    }
    namespace.activeMutant = activeMutant.id;
    const wanted = testFilter && new Set(testFilter);
    const tests = [];
    for (const test of this.#likeliestFirst(activeMutant.fileName)) {
      if (wanted && !wanted.has(test.name)) continue;
      const outcome = await outcomeOf(test);
      tests.push(outcome);
      if (outcome.status !== TestStatus.Failed) continue;
      this.#remember(activeMutant.fileName, test);
      if (!disableBail) break;
    }
    namespace.activeMutant = undefined;
    const limited = determineHitLimitReached(namespace.hitCount, hitLimit);
    return toMutantRunResult(limited ?? { status: DryRunStatus.Complete, tests });
  }

  /**
   * Returns all tests. Those that killed mutants of this file come first, the latest killer at the
   * front.
   */
  #likeliestFirst(file) {
    return new Set([...(this.#killers.get(file) ?? []), ...this.#tests]);
  }

  #remember(file, test) {
    this.#killers.set(file, new Set([test, ...(this.#killers.get(file) ?? [])]));
  }
}

async function outcomeOf({ name, run }) {
  const begun = performance.now();
  const told = { id: name, name };
  try {
    await run();
    return { ...told, timeSpentMs: performance.now() - begun, status: TestStatus.Success };
  } catch (error) {
    const failureMessage = String(error?.message ?? error).slice(0, 500);
    return {
      ...told,
      timeSpentMs: performance.now() - begun,
      status: TestStatus.Failed,
      failureMessage,
    };
  }
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcessRunner),
];
