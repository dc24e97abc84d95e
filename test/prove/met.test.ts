import { expect, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { checkHeads } from './heads.ts';
import { learnt, readMet } from './met.ts';
import { faultHead, faultRow } from './samples.ts';

const crash = faultHead('crash-on-empty-user', 'http/no-server-error', { alsoFails: ['errors/shape'] });

test('the fewest groups are taken that show what its own do not', () => {
  const askedBy = {
    'http/no-server-error': ['address', 'user'],
    'errors/shape': ['token', 'user'],
    'cash/ok': ['orders'],
  };
  const rows = [faultRow(crash.id, ['http/no-server-error', 'errors/shape'], { askedBy })];
  expect(learnt({}, [crash], rows)).toEqual({ [crash.id]: ['user'] });
});

test('what its own groups show needs no other', () => {
  const askedBy = { 'http/no-server-error': ['errors', 'user'], 'errors/shape': ['http'] };
  expect(learnt({ [crash.id]: ['user'] }, [crash], [faultRow(crash.id, [], { askedBy })])).toEqual({});
});

test('what met some groups only, or came to nothing, teaches nothing', () => {
  const askedBy = { 'http/no-server-error': ['user'] };
  const known = { [crash.id]: ['address'] };
  expect(learnt(known, [crash], [faultRow(crash.id, [], { askedBy, only: ['user/*'] })])).toEqual(known);
  expect(learnt(known, [crash], [faultRow(crash.id, [], { askedBy, broken: 'it ended' })])).toEqual(known);
  expect(learnt({ gone: ['user'] }, [crash], [])).toEqual({});
});

test('what is written down names faults and groups that are there', () => {
  const groups = new Set(checkHeads(catalogue).map(({ group }) => group));
  const ids = new Set(faults.map(({ id }) => id));
  const written = Object.entries(readMet());
  expect(written.filter(([id]) => !ids.has(id))).toEqual([]);
  expect(written.flatMap(([, met]) => met.filter((group) => !groups.has(group)))).toEqual([]);
});
