import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyCertificate } from '../../cli/certificate/verify.ts';
import { type Statement, writeStatement } from '../../reports/certificate/statement.ts';
import { conformantRun, dayLater, failed, type Holder, holder, signedBy, statementOn, textOf } from './certified.ts';

let run: Awaited<ReturnType<typeof conformantRun>>;
let alice: Holder;

beforeAll(async () => {
  run = await conformantRun();
  alice = await holder('alice.pub.pem');
});

afterAll(() => run.remove());

describe('a statement that is not the one on its result', () => {
  const verifySaying = async (statement: Statement | string) => {
    const certificate = await signedBy(alice, statement);
    return verifyCertificate({ certificate, keys: [alice], result: textOf(run.result), at: dayLater });
  };
  const saying = (change: (statement: Statement) => void): Statement => {
    const statement = structuredClone(statementOn(run.result));
    change(statement);
    return statement;
  };
  type Loose = { subject: object[]; predicate: Record<string, unknown> & { m2mConformance: Record<string, unknown> } };
  const loosely = (change: (statement: Loose) => void) => saying((statement) => change(statement as unknown as Loose));

  test.each([
    ['another target', 'target', { baseUrl: 'https://bank.example', authUrl: 'https://bank.example' }],
    ['a wider claim', 'claim', ['cash']],
    ['another sentence', 'attests', 'It is all good.'],
    ['other requirements not claimed', 'notClaimedTests', []],
  ])('%s', async (_name, member, value) => {
    const verification = await verifySaying(
      loosely(({ predicate }) => {
        predicate.m2mConformance[member] = value;
      }),
    );
    expect(failed(verification)).toEqual(['contents']);
    expect(verification.checks.find(({ name }) => name === 'contents')?.detail).toMatch(new RegExp(`^${member}: `));
  });

  test('another requirement passed', async () => {
    const more = loosely(({ predicate }) => {
      predicate['passedTests'] = [...(predicate['passedTests'] as string[]), 'auth/easy'];
    });
    expect(failed(await verifySaying(more))).toEqual(['contents']);
  });

  test('members in another order', async () => {
    const { _type, ...rest } = statementOn(run.result);
    expect(failed(await verifySaying({ ...rest, _type }))).toEqual(['contents']);
  });

  test('another evidence', async () => {
    const other = loosely(({ subject }) => {
      subject[2] = { name: 'exchanges.har', digest: { sha256: '0'.repeat(64) } };
    });
    expect(failed(await verifySaying(other))).toEqual(['contents']);
  });

  const unsound: readonly (readonly [name: string, change: (statement: Loose) => void])[] = [
    ['of another type', (statement) => Object.assign(statement, { _type: 'https://in-toto.io/Statement/v0.1' })],
    [
      'of another predicate',
      (statement) => Object.assign(statement, { predicateType: 'https://slsa.dev/provenance/v1' }),
    ],
    ['with a member more', (statement) => Object.assign(statement, { more: 1 })],
    ['of a failure', ({ predicate }) => Object.assign(predicate, { result: 'FAILED' })],
    ['with a failed test', ({ predicate }) => Object.assign(predicate, { failedTests: ['auth/missing'] })],
    ['without a subject', ({ subject }) => subject.pop()],
    ['that never expires', ({ predicate }) => Object.assign(predicate.m2mConformance, { notAfter: 'never' })],
  ];
  test.each(unsound)('a statement %s', async (_name, change) => {
    expect(failed(await verifySaying(loosely(change)))).toEqual(['statement']);
  });

  test.each([
    ['with spaces', (text: string) => JSON.stringify(JSON.parse(text), null, 1)],
    ['with a member twice', (text: string) => text.replace('"result":', '"result":"FAILED","result":')],
    ['that is no JSON', () => 'conformant'],
  ])('a text %s', async (_name, change) => {
    expect(failed(await verifySaying(change(writeStatement(statementOn(run.result)))))).toEqual(['statement']);
  });
});
