import { beforeAll, expect, test } from 'vitest';
import { violations } from '../../../engine/schema/validate.ts';
import schema from '../../../schemas/registry.schema.json' with { type: 'json' };
import { dated, type Index } from '../../reports/registry/site.ts';
import { workspace } from '../workspace.ts';
import { conformantRun, holder, pemOf, signedBy, statementOn, textOf } from './certified.ts';

const { call, read, write } = workspace();
const run = await conformantRun();
const alice = await holder('alice');

/** The certificate that the registry shows for the run of each implementation. */
async function registry(options: string) {
  expect(await call(`registry results --out site${options}`)).toMatchObject({
    code: 0,
    stderr: '',
  });
  const index = JSON.parse(read('site', 'index.json')) as Index;
  expect(violations(schema, index, 'all')).toEqual([]);
  return Object.fromEntries(
    index.implementations.map(({ name, runs }) => [name, runs[0]?.certificate]),
  );
}

const pageOf = (name: string) => read('site', name, 'index.html');

beforeAll(async () => {
  const old = new Date('2020-01-01T00:00:00Z');
  for (const [name, signer, on] of [
    ['sound', alice, new Date()],
    ['foreign', await holder('bob'), new Date()],
    ['expired', alice, old],
    ['uncertified', undefined, old],
  ] as const) {
    const result = dated(run.result, name, '2026-01-01T00:00:00.000Z');
    write(`results/${name}/result.json`, String(textOf(result)));
    if (signer)
      write(
        `results/${name}/certificate.json`,
        String(await signedBy(signer, statementOn(result, on))),
      );
  }
  write('alice.pem', pemOf(alice));
});

test('with a trusted key, it shows which certificates are verified', async () => {
  expect(await registry(' --key alice.pem')).toEqual({
    sound: { verified: true, keyid: alice.keyid, notAfter: expect.stringMatching(/Z$/) },
    foreign: {
      verified: false,
      why: expect.stringMatching(/^key: no trusted key has the thumbprint [\w-]{43}$/),
    },
    expired: {
      verified: false,
      why: expect.stringMatching(/^validity: at .* it expired on 2020-03-31T00:00:00Z$/),
    },
    uncertified: undefined,
  });
  expect(pageOf('sound')).toContain(`signed by <code>${alice.keyid}</code>`);
  expect(pageOf('expired')).toContain('not verified: validity: ');
  expect(pageOf('uncertified')).not.toContain('Certificate');
});

test('without a key, it does not mention certificates', async () => {
  expect(Object.values(await registry(''))).toEqual([undefined, undefined, undefined, undefined]);
  expect(pageOf('sound')).not.toContain('Certificate');
});
