import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from '../../engine/schema/validate.ts';
import type { CertificateCheck } from '../../reports/registry/certificate.tsx';
import schema from '../../schemas/registry.schema.json' with { type: 'json' };
import { command, emptyFolder } from '../cli/command.ts';
import { dated } from '../reports/registry/site.ts';
import { conformantRun, type Holder, holder, signedBy, statementOn, textOf } from './certified.ts';

const folder = emptyFolder();
let alice: Holder;

interface Index {
  readonly implementations: readonly {
    readonly name: string;
    readonly runs: readonly { readonly certificate?: CertificateCheck }[];
  }[];
}

async function registry(...options: readonly string[]) {
  const { code, stderr } = await command(folder.path, ['registry', 'results', '--out', 'site', ...options]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const index = JSON.parse(readFileSync(join(folder.path, 'site', 'index.json'), 'utf8')) as Index;
  expect(violations(schema, index, 'all')).toEqual([]);
  return Object.fromEntries(index.implementations.map(({ name, runs }) => [name, runs[0]?.certificate]));
}

const pageOf = (name: string) => readFileSync(join(folder.path, 'site', name, 'index.html'), 'utf8');

beforeAll(async () => {
  const run = await conformantRun();
  run.remove();
  alice = await holder('alice');
  const bob = await holder('bob');
  const old = new Date('2020-01-01T00:00:00Z');
  for (const [name, signer, on] of [
    ['sound', alice, new Date()],
    ['foreign', bob, new Date()],
    ['expired', alice, old],
    ['uncertified', undefined, old],
  ] as const) {
    const result = dated(run.result, name, '2026-01-01T00:00:00.000Z');
    const out = join(folder.path, 'results', name);
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, 'result.json'), textOf(result));
    if (signer) writeFileSync(join(out, 'certificate.json'), await signedBy(signer, statementOn(result, on)));
  }
  writeFileSync(join(folder.path, 'alice.pem'), alice.publicKey.export({ type: 'spki', format: 'pem' }));
});

afterAll(() => folder.remove());

test('with a trusted key, it shows which certificates are verified', async () => {
  const certificates = await registry('--key', 'alice.pem');
  expect(certificates).toEqual({
    sound: { verified: true, keyid: alice.keyid, notAfter: expect.stringMatching(/Z$/) },
    foreign: { verified: false, why: expect.stringMatching(/^key: [\w-]{43} is the thumbprint of no trusted key$/) },
    expired: { verified: false, why: expect.stringMatching(/^validity: at .* it expired on 2020-03-31T00:00:00Z$/) },
    uncertified: undefined,
  });
  expect(pageOf('sound')).toContain(`signed by <code>${alice.keyid}</code>`);
  expect(pageOf('expired')).toContain('not verified: validity: ');
  expect(pageOf('uncertified')).not.toContain('Certificate');
});

test('without one, it says nothing of certificates', async () => {
  expect(Object.values(await registry())).toEqual([undefined, undefined, undefined, undefined]);
  expect(pageOf('sound')).not.toContain('Certificate');
});
