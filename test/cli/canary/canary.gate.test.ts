import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scopeIsAll } from '../../scope.ts';
import { command, emptyFolder } from '../command.ts';
import { type EchoingTarget, secrets, startEchoing } from './echoing-target.ts';
import { encodings } from './encodings.ts';
import { isMeant, leaksBelow, leaksIn } from './search.ts';

let target: EchoingTarget;
const folder = emptyFolder();
afterAll(folder.remove);

beforeAll(async () => {
  target = await startEchoing();
});
afterAll(() => target.close());

/** Runs the built command, or another build, with a configuration that adds a gateway header. */
async function run(path: string, args: string, program?: string) {
  const config = `export default { network: { headers: { 'x-gateway-key': process.env.GATEWAY_KEY } } };\n`;
  writeFileSync(join(path, 'harness.config.mjs'), config);
  const variables = { ...target.variables, GATEWAY_KEY: secrets.gateway };
  return command(path, args.split(' '), variables, scopeIsAll, program);
}

const commands = [
  'run --depth quick --seed 7 --shard 1/2 --out shard-1',
  'run --depth quick --seed 7 --shard 2/2 --out shard-2',
  'merge shard-1 shard-2 --out merged',
  'judge whole/exchanges.har --out judged',
  'report whole/result.json --out reported',
  'compare whole/result.json merged/result.json',
  'registry . --out site',
  'doctor',
  'replay whole/result.json',
  'openapi --out openapi.json',
  'requirements',
  'init --force',
];

describe('a target that repeats the request in every encoding', () => {
  test('no command prints or writes a secret', { timeout: 400_000 }, async () => {
    const whole = 'run --depth quick --seed 7 --out whole';
    const claim = scopeIsAll ? '' : ' --claim portfolios';
    for (const args of [`${whole}${claim}`, ...(scopeIsAll ? commands : [])]) {
      const { code, stdout, stderr } = await run(folder.path, args);
      expect({ args, isRefused: code === 2 && args !== 'init --force' }).toEqual({
        args,
        isRefused: false,
      });
      expect(leaksIn(args, `${stdout}\n${stderr}`, target.seen()).slice(0, 12)).toEqual([]);
    }
    expect(Object.keys(encodings).length).toBeGreaterThanOrEqual(12);
    expect(target.seen().length).toBeGreaterThan(6);
    expect(leaksBelow(folder.path, target.seen()).slice(0, 12)).toEqual([]);
  });

  test('the search finds each secret in each encoding', () => {
    for (const secret of [...target.seen()].slice(0, 5)) {
      for (const [name, encode] of Object.entries(encodings)) {
        if (!isMeant(name, secret)) continue;
        expect(leaksIn('planted', `before ${encode(secret)} after`, [secret]), name).not.toEqual(
          [],
        );
      }
    }
  });
});

const root = join(import.meta.dirname, '..', '..', '..');

/** Copies the built command and replaces one line. */
function builtWith(
  line: string,
  other: string,
): { readonly main: string; readonly remove: () => void } {
  const copy = join(root, 'node_modules', '.cache', `m2m-canary-${process.pid}`);
  mkdirSync(copy, { recursive: true });
  for (const name of ['dist', 'package.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  const chunks = join(copy, 'dist', 'cli');
  const files = readdirSync(chunks).filter((name) => name.endsWith('.js'));
  const found = files
    .map((name) => join(chunks, name))
    .filter((file) => readFileSync(file, 'utf8').includes(line));
  expect(found.length, line).toBe(1);
  const [file = ''] = found;
  const text = readFileSync(file, 'utf8');
  expect(text.split(line).length, line).toBe(2);
  writeFileSync(file, text.split(line).join(other));
  return {
    main: join(copy, 'dist', 'cli', 'main.js'),
    remove: () => rmSync(copy, { recursive: true }),
  };
}

describe.runIf(scopeIsAll)(
  'the search finds the secrets that a build without redaction writes',
  () => {
    test.each([
      ['in names of header fields', 'clean(name), clean(value)', 'name, clean(value)'],
      ['in values of header fields', 'clean(name), clean(value)', 'clean(name), value'],
      ['in bodies', 'text: clean(utf8.decode(bytes))', 'text: utf8.decode(bytes)'],
      [
        'in bodies that are not UTF-8',
        'clean(bytes.toString("latin1"))',
        'bytes.toString("latin1")',
      ],
    ])('%s', { timeout: 120_000 }, async (_where, line, other) => {
      const leaking = emptyFolder();
      const built = builtWith(line, other);
      await run(leaking.path, 'run --depth quick --seed 7 --out out --no-allure', built.main);
      const leaks = leaksBelow(leaking.path, target.seen());
      leaking.remove();
      built.remove();
      expect(leaks).not.toEqual([]);
    });
  },
);
