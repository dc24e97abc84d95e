import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scopeIsAll } from '../../scope.ts';
import { command, emptyFolder } from '../command.ts';
import { type EchoingTarget, secrets, startEchoing } from './echoing-target.ts';
import { encodings } from './encodings.ts';
import { isMeant, leaksBelow, leaksIn } from './search.ts';

let target: EchoingTarget;
let folder: ReturnType<typeof emptyFolder>;
const printed: string[] = [];
const config = `export default { network: { headers: { 'x-gateway-key': process.env.GATEWAY_KEY } } };\n`;

/** Runs the command in a folder with the configuration of a gateway, and keeps what it prints. */
async function run(...args: readonly string[]): Promise<number | null> {
  const variables = { ...target.variables, GATEWAY_KEY: secrets.gateway };
  const { code, stdout, stderr } = await command(folder.path, args, variables, scopeIsAll);
  printed.push(`$ ${args.join(' ')}\n${stdout}\n${stderr}`);
  return code;
}

const found = () => [
  ...printed.flatMap((text) => leaksIn(text.split('\n')[0] ?? '', text, target.seen())),
  ...leaksBelow(folder.path, target.seen()),
];

beforeAll(async () => {
  target = await startEchoing();
  folder = emptyFolder();
  writeFileSync(join(folder.path, 'harness.config.mjs'), config);
});

afterAll(async () => {
  folder.remove();
  await target.close();
});

describe('a target that repeats what it is sent, in every encoding', () => {
  test('is asked by every command, and nothing secret stands in what they print and write', {
    timeout: 400_000,
  }, async () => {
    const quick = ['--depth', 'quick', '--seed', '7'];
    expect(await run('run', ...quick, '--out', 'whole')).not.toBe(2);
    expect(Object.keys(encodings).length).toBeGreaterThanOrEqual(12);
    expect(target.seen().length).toBeGreaterThan(6);
    if (!scopeIsAll) return expect(found().slice(0, 12)).toEqual([]);
    for (const shard of ['1/2', '2/2']) await run('run', ...quick, '--shard', shard, '--out', `shard-${shard[0]}`);
    await run('merge', 'shard-1', 'shard-2', '--out', 'merged');
    await run('judge', join('whole', 'exchanges.har'), '--out', 'judged');
    await run('report', join('whole', 'result.json'), '--out', 'reported');
    await run('compare', join('whole', 'result.json'), join('merged', 'result.json'));
    await run('registry', '.', '--out', 'site');
    await run('doctor');
    await run('replay', join('whole', 'result.json'));
    await run('openapi', '--out', 'openapi.json');
    await run('requirements');
    await run('init', '--force');
    expect(readdirSync(folder.path)).toEqual(expect.arrayContaining(['whole', 'merged', 'judged', 'reported', 'site']));
    expect(found().slice(0, 12)).toEqual([]);
  });

  test('and the search finds each of the secrets in each encoding', () => {
    for (const secret of [...target.seen()].slice(0, 5)) {
      for (const [name, encode] of Object.entries(encodings)) {
        if (!isMeant(name, secret)) continue;
        expect(leaksIn('planted', `before ${encode(secret)} after`, [secret]), name).not.toEqual([]);
      }
    }
  });
});

const root = join(import.meta.dirname, '..', '..', '..');
const project = join('engine', 'wire', 'project.js');

/** A copy of the built command in which one line is another. */
function builtWith(line: string, other: string): { readonly main: string; readonly remove: () => void } {
  const copy = join(root, 'node_modules', '.cache', `m2m-canary-${process.pid}`);
  mkdirSync(copy, { recursive: true });
  cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true });
  cpSync(join(root, 'package.json'), join(copy, 'package.json'));
  const file = join(copy, 'dist', project);
  const text = readFileSync(file, 'utf8');
  expect(text.split(line).length, line).toBe(2);
  writeFileSync(
    file,
    text.replace(line, () => other),
  );
  return { main: join(copy, 'dist', 'cli', 'main.js'), remove: () => rmSync(copy, { recursive: true }) };
}

describe.runIf(scopeIsAll)('without redaction the search finds what is left', () => {
  test.each([
    ['in names of header fields', 'clean(name), clean(value)', 'name, clean(value)'],
    ['in values of header fields', 'clean(name), clean(value)', 'clean(name), value'],
    ['in bodies', 'text: clean(utf8.decode(bytes))', 'text: utf8.decode(bytes)'],
    ['in bodies that are no UTF-8', "clean(bytes.toString('latin1'))", "bytes.toString('latin1')"],
  ])('%s', { timeout: 120_000 }, async (_where, line, other) => {
    const leaking = emptyFolder();
    const built = builtWith(line, other);
    writeFileSync(join(leaking.path, 'harness.config.mjs'), config);
    const variables = { ...target.variables, GATEWAY_KEY: secrets.gateway };
    await command(
      leaking.path,
      ['run', '--depth', 'quick', '--seed', '7', '--out', 'out'],
      variables,
      false,
      built.main,
    );
    const leaks = leaksBelow(leaking.path, target.seen());
    leaking.remove();
    built.remove();
    expect(leaks).not.toEqual([]);
  });
});
