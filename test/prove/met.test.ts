import { expect, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { checkHeads } from './heads.ts';
import { learnt, readMet } from './met.ts';
import { faultHead, faultRow } from './samples.ts';

const crash = faultHead('crash-on-empty-user', 'http/no-server-error', { alsoFails: ['errors/shape'] });

test('learns the fewest other groups that trigger what the own groups do not', () => {
  const askedBy = {
    'http/no-server-error': ['address', 'user'],
    'errors/shape': ['token', 'user'],
    'cash/ok': ['orders'],
  };
  const rows = [faultRow(crash.id, ['http/no-server-error', 'errors/shape'], { askedBy })];
  expect(learnt({}, [crash], rows)).toEqual({ [crash.id]: ['user'] });
});

test('learns no other group if the own groups trigger the fault', () => {
  const askedBy = { 'http/no-server-error': ['errors', 'user'], 'errors/shape': ['http'] };
  expect(learnt({ [crash.id]: ['user'] }, [crash], [faultRow(crash.id, [], { askedBy })])).toEqual({});
});

test('learns nothing from a run of some groups only, or from a broken run', () => {
  const askedBy = { 'http/no-server-error': ['user'] };
  const known = { [crash.id]: ['address'] };
  expect(learnt(known, [crash], [faultRow(crash.id, [], { askedBy, only: ['user/*'] })])).toEqual(known);
  expect(learnt(known, [crash], [faultRow(crash.id, [], { askedBy, broken: 'it ended' })])).toEqual(known);
  expect(learnt({ gone: ['user'] }, [crash], [])).toEqual({});
});

test('the stored file names only existing faults and groups', () => {
  const groups = new Set(checkHeads(catalogue).map(({ group }) => group));
  const ids = new Set(faults.map(({ id }) => id));
  const written = Object.entries(readMet());
  expect(written.filter(([id]) => !ids.has(id))).toEqual([]);
  expect(written.flatMap(([, met]) => met.filter((group) => !groups.has(group)))).toEqual([]);
});
