import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { variants } from '../../fixtures/variants/index.ts';

const proofs = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.proof.test.ts'))
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .join('\n');

// The tests of a proof show whether its requirement is the one that the fault breaks.
test('each fault is in one proof', () => {
  const rows = [...proofs.matchAll(/\[\s*'([\w-]+)',\s*'/g)].map(([, id]) => id);
  const notOnce = faults.filter(({ id }) => rows.filter((row) => row === id).length !== 1);
  expect(notOnce.map(({ id, breaks }) => `${breaks[0]}: ${id}`)).toEqual([]);
});

test('each variant is in a proof', () => {
  const listed = ({ id, kind }: (typeof variants)[number]) =>
    proofs.includes(`'${id}'`) || proofs.includes(`ofKind('${kind}')`);
  expect(variants.filter((variant) => !listed(variant)).map(({ id }) => id)).toEqual([]);
});
