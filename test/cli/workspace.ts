import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Result } from '../../engine/result.ts';
import { faults } from '../../fixtures/faults/index.ts';
import {
  type Compose,
  override,
  type Parts,
  type ReferenceOptions,
  type RunningReference,
  startReference,
} from '../../fixtures/reference/index.ts';
import { call } from './called.ts';
import { emptyFolder, type Finished, resultIn } from './command.ts';

export interface Workspace {
  readonly at: (...names: readonly string[]) => string;
  readonly read: (...names: readonly string[]) => string;
  /** Writes a string, or a value as JSON. Creates the parent folders. */
  readonly write: (name: string, content: unknown) => void;
  readonly has: (...names: readonly string[]) => boolean;
  readonly remove: (...files: readonly string[]) => void;
  readonly result: (out?: string) => Result;
  /** Starts a reference that stops with the workspace. */
  readonly serve: (
    compose?: ReferenceOptions['compose'],
    more?: ReferenceOptions,
  ) => Promise<RunningReference>;
  /** Calls the command in the folder. The arguments of a string are separated by spaces. */
  readonly call: (
    args: string | readonly string[],
    variables?: Record<string, string>,
  ) => Promise<Finished>;
  /** Calls the command, which must exit with 2 and print only errors. Resolves to the errors. */
  readonly refused: (
    args: string | readonly string[],
    variables?: Record<string, string>,
  ) => Promise<string>;
}

/** Creates a folder and servers for a test file or for each test, and removes them at its end. */
export function workspace(of: 'file' | 'test' = 'file'): Workspace {
  let folder: ReturnType<typeof emptyFolder>;
  const running: RunningReference[] = [];
  const [before, after] = of === 'file' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(() => {
    folder = emptyFolder();
  });
  after(async () => {
    folder.remove();
    for (const reference of running.splice(0)) await reference.close();
  });
  const at = (...names: readonly string[]) => join(folder.path, ...names);
  const callHere: Workspace['call'] = (args, variables) =>
    call(folder.path, typeof args === 'string' ? args.split(' ') : args, variables);
  return {
    at,
    read: (...names) => readFileSync(at(...names), 'utf8'),
    write: (name, content) => {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), typeof content === 'string' ? content : JSON.stringify(content));
    },
    has: (...names) => existsSync(at(...names)),
    remove: (...files) => {
      for (const file of files) rmSync(at(file), { recursive: true, force: true });
    },
    result: (out) => resultIn(folder.path, out),
    serve: async (compose = [], more = {}) => {
      const reference = await startReference({ compose, ...more });
      running.push(reference);
      return reference;
    },
    call: callHere,
    refused: async (args, variables) => {
      const { code, stdout, stderr } = await callHere(args, variables);
      expect({ code, stdout, args }).toEqual({ code: 2, stdout: '', args });
      expect(stderr).not.toMatch(/\n\s+at /);
      return stderr;
    },
  };
}

/** Returns a change that calls `onRequest` with each request to the reference. */
export const hearing = (
  onRequest: (request: Parameters<Parts['intercept']>[0]) => unknown,
): Compose =>
  override('intercept', (original) => (request, response) => {
    onRequest(request);
    return original(request, response);
  });

/** Returns the change of the first fault that breaks the requirement. */
export function breaking(requirement: string): Compose {
  const fault = faults.find(({ breaks }) => breaks[0] === requirement);
  return fault?.compose ?? expect.fail(`no fault breaks ${requirement}`);
}
