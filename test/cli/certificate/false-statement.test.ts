import { expect, test } from 'vitest';
import { type Statement, writeStatement } from '../../../reports/certificate/statement.ts';
import { conformantRun, failed, holder, statementOn, verifyAs } from './certified.ts';

const run = await conformantRun();
const alice = await holder('alice.pub.pem');

interface Loose {
  subject: object[];
  predicate: Record<string, unknown> & {
    passedTests: string[];
    m2mConformance: Record<string, unknown>;
  };
}

/** Signs and verifies a statement that contradicts its result. */
async function verifySaying(change: (statement: Loose) => unknown) {
  const statement = structuredClone(statementOn(run.result));
  change(statement as unknown as Loose);
  return verifyAs(alice, run.result, statement);
}

test.each([
  [
    'another target',
    'target',
    { baseUrl: 'https://bank.example', authUrl: 'https://bank.example' },
  ],
  ['a wider claim', 'claim', ['learn']],
  ['another sentence', 'attests', 'It is all good.'],
  ['other requirements not claimed', 'notClaimedTests', []],
])('a statement with %s contradicts the result', async (_name, member, value) => {
  const verification = await verifySaying(({ predicate }) => {
    predicate.m2mConformance[member] = value;
  });
  expect(failed(verification)).toEqual(['contents']);
  expect(verification.checks.find(({ name }) => name === 'contents')?.detail).toMatch(
    new RegExp(`^${member}: `),
  );
});

const otherEvidence = { name: 'exchanges.har', digest: { sha256: '0'.repeat(64) } };
test.each<[name: string, change: (statement: Loose) => unknown, check: 'contents' | 'statement']>([
  [
    'with another passed requirement',
    ({ predicate }) => predicate.passedTests.push('auth/easy'),
    'contents',
  ],
  ['with other evidence', ({ subject }) => subject.splice(2, 1, otherEvidence), 'contents'],
  [
    'of another type',
    (of) => Object.assign(of, { _type: 'https://in-toto.io/Statement/v0.1' }),
    'statement',
  ],
  [
    'of another predicate',
    (of) => Object.assign(of, { predicateType: 'https://slsa.dev/provenance/v1' }),
    'statement',
  ],
  ['with another member', (of) => Object.assign(of, { more: 1 }), 'statement'],
  ['of a failure', ({ predicate }) => Object.assign(predicate, { result: 'FAILED' }), 'statement'],
  [
    'with a failed test',
    ({ predicate }) => Object.assign(predicate, { failedTests: ['auth/missing'] }),
    'statement',
  ],
  ['without a subject', ({ subject }) => subject.pop(), 'statement'],
  [
    'that never expires',
    ({ predicate: of }) => Object.assign(of.m2mConformance, { notAfter: 'never' }),
    'statement',
  ],
])('a statement %s is refused', async (_name, change, check) => {
  expect(failed(await verifySaying(change))).toEqual([check]);
});

test('a statement with its members in another order is refused', async () => {
  const { _type, ...rest } = statementOn(run.result);
  expect(failed(await verifyAs(alice, run.result, { ...rest, _type } as Statement))).toEqual([
    'contents',
  ]);
});

test.each([
  ['with spaces', (text: string) => JSON.stringify(JSON.parse(text), null, 1)],
  [
    'with a duplicate member',
    (text: string) => text.replace('"result":', '"result":"FAILED","result":'),
  ],
  ['that is not JSON', () => 'conformant'],
])('a text %s is refused', async (_name, change) => {
  const text = change(writeStatement(statementOn(run.result)));
  expect(failed(await verifyAs(alice, run.result, text))).toEqual(['statement']);
});
