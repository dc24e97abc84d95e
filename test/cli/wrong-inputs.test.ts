import { cpSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { enough } from './config/given.ts';
import { storeShards } from './shards.ts';
import { workspace } from './workspace.ts';

const space = workspace();
const { at, call, read, refused, result, write } = space;

const cut = (share: number) => (whole: string) => whole.slice(0, Math.floor(whole.length * share));

/** Changes the lowest bit of a brace of the syntax. */
function breakBrace(whole: string): string {
  const middle = Math.floor(whole.length / 2);
  const found = whole.slice(middle).search(/\{["\n]/);
  const place = found < 0 ? whole.lastIndexOf('{') : middle + found;
  return `${whole.slice(0, place)}z${whole.slice(place + 1)}`;
}

beforeAll(async () => {
  await storeShards(space);
  await call('keygen');
  for (const name of ['empty', 'empty.har', 'empty.json']) write(name, '');
  for (const name of ['png', 'png.json']) write(name, '\u0089PNG\r\n\u001a\n\u0000');
  const { part, ...rest } = result('whole');
  const finding = { requirement: 'http/json', endpoint: 'GET /cash', cause: 'duplicate-member' };
  write('foreign.json', { ...rest, part: { ...part, findings: { 'a finding': finding } } });
  write('browser.har', {
    log: { version: '1.2', creator: { name: 'browser', version: '1' }, entries: [] },
  });
  write('dirs/result.json/x', '');
  write('dirs/exchanges.har/x', '');
  write('other.json', { ...result('whole'), formatVersion: 1 });
  write('other/result.json', { ...result('two'), run: { ...result('two').run, seed: 12 } });
  write('other/exchanges.har', read('two', 'exchanges.har'));
  for (const [kind, damage] of Object.entries({ cut: cut(0.5), end: cut(0.99), bit: breakBrace })) {
    write(`${kind}/result.json`, damage(read('whole', 'result.json')));
    for (const file of ['result.json', 'exchanges.har'] as const) {
      cpSync(at('two'), at(`${kind}-${file}`), { recursive: true });
      write(`${kind}-${file}/${file}`, damage(read('two', file)));
    }
    write(`${kind}.har`, damage(read('whole', 'exchanges.har')));
    write(
      `${kind}.json`,
      damage('{ "knownFailures": [{ "requirement": "guides/vary", "reason": "fixed in 2.5" }] }'),
    );
  }
  write('list.json', '[]');
  write('typo.json', '{"knownFailures":[{"requirement":"a/b","reason":"r","endpiont":"x"}]}');
  write('soon.json', '{"knownFailures":[{"requirement":"a/b","reason":"r","until":"soon"}]}');
});

/**
 * Command lines, with variables in front, by the sentence that they cause. The files `cut`, `end`
 * and `bit` are damaged.
 */
const table = `
unknown command <- rum | certify --out o
unknown option '--nope' <- run --nope | openapi --nope | doctor --nope | judge whole --out o --nope | compare a b --nope | init --nope | serve --nope
too many arguments <- run x | doctor x | judge whole x --out o | compare a b c | keygen x | openapi x | init x
required option '-o <- judge whole | report whole | merge one two | registry whole
missing required argument <- judge --out o | report --out o | merge --out o | compare whole | replay | verify
argument missing <- run --seed | judge whole --out | serve --port | verify whole --key | openapi --config
cannot be used with <- judge whole --out o -qv | run -q -v | serve --faults --fault x | serve --faults --port 1
Remove one. <- report whole --out o --only allure --no-allure
Allowed choices are auto, always, never <- run --color red | compare whole whole --color x
--json needs -- <- run --json | serve --json
cannot be read (ENOENT). Name <- judge x --out o | report x --out o | merge x --out o | compare whole x | replay x | registry x --out o | verify whole --key x | registry x --out x | merge one two --out o --known-failures x | run --known-failures x
cannot be read (EISDIR). Name <- judge dirs --out o | report dirs --out o | compare dirs whole | merge dirs --out o
found no file at "x" <- run -c x | doctor -c x | openapi -c x | merge one two --out o -c x
Use a file whose name ends in one of <- run --config png | doctor --config empty | openapi --config png
is not valid JSON <- report png --out o | compare png.json whole | compare whole empty | replay empty.json | run --known-failures png | merge one two --out o --known-failures empty
is not a list of known failures: it must be object <- run --known-failures list.json
additional properties ("endpiont") <- run --known-failures typo.json
until must match format "date" <- run --known-failures soon.json
is not a result of this harness: it must have <- report whole/exchanges.har --out o | compare whole browser.har
is not a result of this harness: /formatVersion must be 2: another version of the harness wrote the file. <- compare whole other.json | report other.json --out o
is not a result of this harness: /part/findings/a finding must have <- compare whole foreign.json | report foreign.json --out o
is not the evidence of a run <- judge png --out o | judge browser.har --out o | judge whole/result.json --out o
is empty <- judge empty.har --out o | replay empty.har
is not valid JSON <- compare cut whole | compare whole end | compare bit whole | report cut --out o | report bit --out o | replay end | replay bit | merge one cut-result.json --out o | merge one bit-result.json --out o | run --known-failures cut.json | run --known-failures end.json | run --known-failures bit.json
contains no result <- registry dirs --out o | registry cut --out o | registry bit --out o
is not the evidence of its result <- merge one cut-exchanges.har --out o | merge one bit-exchanges.har --out o
is incomplete <- replay cut.har | replay end.har
bit.har <- judge bit.har --out o | replay bit.har
is not a folder. Name <- merge one/result.json two --out o | merge png two --out o | registry empty --out o
is not a shard <- merge one two whole --out o
Missing: 2 of 2. Add the folders of these shards. <- merge one --out o
is given twice <- merge one two one --out o
belongs to another run: the seed is 12, and 11 in one. <- merge one other --out o
cannot be written (E <- judge whole --out empty | merge one two --out empty/x | report whole --out empty | run -o empty | M2M_OUT=empty run | keygen --out empty | registry whole --out empty | openapi --out no/such/file | init --dir empty
found an empty string <- run --out= | judge whole --out= | keygen --out= | init --dir= | openapi --config= | run --claim=
Name another folder. <- judge whole --out whole | judge whole/exchanges.har --out whole | merge one two --out one
with --out. <- report whole --out whole --publish | registry whole --out whole | openapi --out dirs
accepted: an integer from <- run --seed x | run --seed 1e99
accepted: a number <- run --rate 0 | serve --port x | serve --port 65536 | serve --port=-1 | serve --port 0x10
accepted: a duration from <- run --timeout 5parsecs | doctor --timeout 1ms
accepted: a whole number from 1 to 9999 <- run --valid-days 0 | merge one two --out o --valid-days x
accepted: i/n with <- run --shard 3/2 | run --shard x
accepted: one of quick, standard, deep <- run --depth deepest
Did you mean cash? <- run --claim cahs | doctor --claim portfolios,cahs
accepted: writes, orders, desync <- run --allow everything | doctor --allow write
which matches no requirement <- run --only nope/nope | run --only guides/vary,gui/*
accepted: html, junit, ctrf <- report whole --out o --only pdf | report whole --out o --only=
there is no such failure <- replay whole --failure 0 | replay whole --failure x
Did you mean guard-forgotten-on-portfolios? <- serve --fault guard-forgotten-on-portfolio
which is no fault. \`serve --faults\` lists them. <- serve --fault xyzzyplugh
contains something other than public keys <- verify whole --key png | verify whole --key whole/result.json | registry whole --out o --trust empty
contains a private key <- verify whole --key keys/certificate.pem
Name a trusted public key <- verify whole | verify x
accepted: an absolute https URL <- run --base-url ftp://x | doctor --base-url nope | run --listen nope
M2M_SEEED <- M2M_SEEED=1 run
M2M_SIGNING_KEY <- M2M_SIGNING_KEY=png run | M2M_SIGNING_KEY=keys/certificate.pub.pem run
M2M_STRICT <- M2M_STRICT=maybe run
already exists. Name another <- openapi --out png | openapi --out empty.json | keygen
`;

const rows = table
  .trim()
  .split('\n')
  .map((row) => row.split(' <- ') as [string, string]);
const cases = rows.flatMap(([message, lines]) =>
  lines.split(' | ').map((line) => [line, message] as const),
);

test.each(['cut', 'end'])(
  'judge %s.har: inconclusive, because the evidence ends early',
  async (kind) => {
    const { code, stdout, stderr } = await call(`judge ${kind}.har --out judged --no-allure`);
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
    expect(stdout).toContain('Ended early: the evidence ends before the end of the run');
  },
);

/** Every file, with what changes when anybody writes to it. */
const files = () =>
  readdirSync(at(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const { ino, size, ctimeMs } = statSync(join(parentPath, name));
      return [parentPath, name, ino, size, ctimeMs];
    });

test.each(cases)('%s: %s', async (line, message) => {
  const [, set = '', args = line] = /^((?:\w+=\S+ )*)(.*)$/.exec(line) ?? [];
  const variables = Object.fromEntries(
    set.split(' ').map((one) => one.split('=') as [string, string]),
  );
  const before = files();
  const stderr = await refused(args, { ...enough, ...variables });
  expect(stderr).toContain(message);
  expect(stderr).toMatch(/^(.+ Left out\.\n)?.+\n(\(Did you mean .+\?\)\n)?$/);
  expect(files()).toEqual(before);
});
