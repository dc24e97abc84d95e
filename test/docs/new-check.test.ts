import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Requirement } from '../../engine/catalogue/check.ts';
import type { Fault } from '../../fixtures/faults/fault.ts';
import { mechanism, type Row } from '../../fixtures/faults/mechanism.ts';
import type { Compose } from '../../fixtures/reference/index.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { withOutcome } from '../engine/session/in-process.ts';
import { certifyWith } from '../prove/certify-with.ts';
import { nodesOf, readPage, root } from './pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'm2m-new-check-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The check and the fault that the guide adds. */
let added: { readonly requirement: Requirement; readonly fault: Fault };

beforeAll(async () => {
  const blocks = nodesOf(readPage('CONTRIBUTING.md')).flatMap((node) =>
    node.type === 'code' && node.lang === 'ts' ? [node.value] : [],
  );
  const [requirement, row] = await Promise.all([
    load('check.ts', blocks[0] ?? '', 'suites/cash'),
    load('fault.ts', blocks[1] ?? '', 'fixtures/faults'),
  ]);
  const [fault] = mechanism('schema-drift', [row as Row]);
  if (!fault) throw new Error('the guide adds no fault');
  added = { requirement: requirement as Requirement, fault };
});

/** Loads a block, which imports things and ends with an element of a list, as if in this folder. */
async function load(file: string, block: string, from: string): Promise<unknown> {
  const path = join(folder, file);
  const code = block
    .replace(/(?<= from ')[^']+/g, (specifier) => join(root, from, specifier))
    .replace(/\n\n(?=\[|\w+\()/, '\n\nexport const added = ')
    .replace(/,\s*$/, ';\n');
  writeFileSync(path, code);
  return ((await import(path)) as { readonly added: unknown }).added;
}

async function outcomesWith(compose: readonly Compose[]) {
  const areas = catalogue.areas.map((of) => ({
    ...of,
    suites: of.suites.map((suite) =>
      suite.group === 'cash'
        ? { ...suite, requirements: [...suite.requirements, added.requirement] }
        : suite,
    ),
  }));
  const changed = { only: ['cash/*'], seed: 1 };
  const { result } = await certifyWith({ ...catalogue, areas }, changed, compose, false);
  return {
    pass: withOutcome(result, 'pass'),
    violated: withOutcome(result, 'fail', 'warn'),
    causes: result.failures.map(({ id }) => id),
  };
}

test('the check that the guide adds passes on the reference', async () => {
  const { pass, violated } = await outcomesWith([]);
  expect(pass).toContain(added.requirement.id);
  expect(violated).toEqual([]);
});

test('the fault that the guide adds turns exactly its check red', async () => {
  expect(added.fault.breaks).toEqual([added.requirement.id]);
  const { violated, causes } = await outcomesWith([added.fault.compose]);
  expect(violated).toEqual([added.requirement.id]);
  expect(causes).toEqual([`${added.requirement.id}#cookie`]);
});
