import { createHash } from 'node:crypto';
import { closeSync, cpSync, openSync, statSync, writeSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EvidenceEntry } from '../../engine/evidence/har-entry.ts';
import type { RunRecord } from '../../engine/evidence/har-file.ts';
import type { Result } from '../../engine/result.ts';
import { outcomeLines } from '../engine/session/in-process.ts';
import { scopeIsGate } from '../scope.ts';
import { command } from './command.ts';
import { storeShards } from './shards.ts';
import { workspace } from './workspace.ts';

const space = workspace();
const { at, call, has, read, refused, remove, result, write } = space;
beforeAll(() => storeShards(space));

interface Changes {
  readonly result?: (result: Result) => object;
  readonly plan?: (plan: RunRecord['plan']) => object;
  /** Returns entries to add, derived from a check's entry of that shard. */
  readonly entries?: (entry: EvidenceEntry) => Iterable<EvidenceEntry>;
}

/** Stores a changed copy of a shard whose result names the changed evidence. */
function storeLike(
  original: string,
  name: string,
  { result: changeOf, plan, entries }: Changes,
): void {
  const [head = '', ...lines] = read(original, 'exchanges.har').trimEnd().split('\n');
  const { log } = JSON.parse(`${head}]}}`) as { log: { _run: RunRecord } };
  const changed = {
    ...log,
    _run: { ...log._run, plan: { ...log._run.plan, ...plan?.(log._run.plan) } },
  };
  write(`${name}/exchanges.har`, '');
  const hash = createHash('sha256');
  const file = openSync(at(name, 'exchanges.har'), 'w');
  const put = (text: string) => {
    writeSync(file, text);
    hash.update(text);
  };
  put(`${JSON.stringify({ log: changed }).slice(0, -2)},"entries":[\n`);
  let count = lines.length - 1;
  const template =
    lines.find((line) => line.includes('"_key":"http/accept-honoured|')) ?? lines[0] ?? '';
  for (const entry of entries?.(JSON.parse(template.replace(/,$/, '')) as EvidenceEntry) ?? []) {
    put(`${JSON.stringify(entry)},\n`);
    count++;
  }
  put(`${lines.slice(0, -1).join('\n')}\n],"_entries":${count}}}\n`);
  closeSync(file);
  const stated = result(original);
  const evidence = { file: 'exchanges.har', sha256: hash.digest('hex') };
  write(`${name}/result.json`, { ...stated, ...changeOf?.(stated), evidence });
}

const mergeRefused = async (folders: string) => {
  const stderr = await refused(`merge ${folders} --out refused`);
  expect(has('refused')).toBe(false);
  return stderr;
};

describe('merge refuses, and writes nothing:', () => {
  const run = (changes: Partial<Result['run']>) => ({
    result: (of: Result) => ({ run: { ...of.run, ...changes } }),
  });
  test.each<[what: string, changes: Changes, line: string]>([
    ['depth', run({ depth: 'deep' }), 'the depth is "deep", and "quick" in one.'],
    [
      'number of shards',
      run({ shard: { index: 2, total: 3 } }),
      'the number of shards is 3, and 2 in one.',
    ],
    [
      'claim',
      { result: () => ({ claim: ['cash'] }) },
      'the claim is ["cash"], and ["portfolios","cash"] in one.',
    ],
    [
      'target',
      { result: ({ target }) => ({ target: { ...target, build: '7' } }) },
      '"build":"7"}, and {',
    ],
    [
      'permissions',
      { plan: ({ allow }) => ({ allow: { ...allow, orders: true } }) },
      '--allow is {',
    ],
    [
      'selection',
      { plan: () => ({ only: ['cash/*'] }) },
      '--only is ["cash/*"], and nothing in one.',
    ],
    [
      'credentials',
      { plan: ({ has: had }) => ({ has: { ...had, secondUser: false } }) },
      'the set of credentials',
    ],
  ])('a shard of another %s', async (_what, changes, line) => {
    storeLike('two', 'other', changes);
    const [first, ...others] = (await mergeRefused('one other')).trimEnd().split('\n');
    expect(others.filter((other) => !other.startsWith('Missing: '))).toEqual([]);
    expect(first).toMatch(/^other belongs to another run: .* in one\.$/);
    expect(first).toContain(line);
  });

  test('a shard whose evidence has converted line ends', async () => {
    cpSync(at('two'), at('bad'), { recursive: true });
    write('bad/exchanges.har', read('two', 'exchanges.har').replaceAll('\n', '\r\n'));
    expect(await mergeRefused('one bad')).toMatch(
      /^bad\/exchanges\.har is not the evidence of its result: its line ends were converted; without that, its digest is right\. /,
    );
  });

  test('a shard whose evidence is gone', async () => {
    cpSync(at('two'), at('bad'), { recursive: true });
    remove('bad/exchanges.har');
    expect(await mergeRefused('one bad')).toBe(
      'bad/exchanges.har is missing. merge needs the evidence of each shard.\n',
    );
  });
});

test.runIf(scopeIsGate)(
  'the memory of a merge does not grow with the exchanges',
  { timeout: 240_000 },
  async () => {
    // 80 MB of evidence must fit into 64 MB of memory.
    const copies = 5_000;
    const text = 'x'.repeat(8_000);
    for (const original of ['one', 'two']) {
      storeLike(original, `large-${original}`, {
        *entries({ _key, response, ...entry }) {
          const [requirement, endpoint, , step] = _key.split('|');
          const large = { ...response, content: { ...response.content, size: text.length, text } };
          for (let index = 0; index < copies; index++) {
            yield {
              ...entry,
              _key: `${requirement}|${endpoint}|${index}|${step}-${original}|0`,
              response: large,
            };
          }
        },
      });
    }
    const small = { NODE_OPTIONS: '--max-old-space-size=64' };
    const { code, stderr } = await command(
      at(),
      ['merge', 'large-one', 'large-two', '--out', 'large'],
      small,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(outcomeLines(result('large'))).toEqual(outcomeLines(result('whole')));
    const size = (name: string) => statSync(at(name, 'exchanges.har')).size;
    expect(size('large')).toBeGreaterThan(size('large-one') + copies * text.length);
  },
);

const durations = (out: string) =>
  result(out).requirements.flatMap(({ durationMs, endpoints }) => [
    durationMs,
    ...endpoints.map((one) => one.durationMs),
  ]);

test('judge has the same outcomes as the run, without the target', async () => {
  expect(await call('judge whole/exchanges.har --out judged --no-allure')).toMatchObject({
    code: 0,
    stderr: '',
  });
  expect(outcomeLines(result('judged'))).toEqual(outcomeLines(result('whole')));
  expect(durations('judged')).toEqual(durations('whole'));
  expect(durations('whole').filter((ms = 0) => ms > 0).length).toBeGreaterThan(20);
});
