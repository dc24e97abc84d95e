import { expect, test } from 'vitest';
import { describeVariables } from '../../cli/config/settings.ts';
import { mechanisms } from '../../fixtures/faults/mechanisms.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { workspace } from './workspace.ts';

const { call, has, refused, write } = workspace('test');

test('the help of run lists every variable, with its option or its meaning', async () => {
  const { stdout } = await call('run --help');
  const words = stdout.replace(/\s+/g, ' ');
  const said = describeVariables().map(({ name, meaning, flag }) =>
    flag === undefined
      ? words.includes(`${name} ${meaning}`) || name
      : words.match(`${flag}[ ,][^[]*\\[${name}`) || name,
  );
  expect(said.filter((one) => typeof one === 'string')).toEqual([]);
});

test.each(['-n', '--dry', '--dry-run'])('run %s prints the plan', async (name) => {
  expect((await call(`run ${name} --seed 1`)).stdout).toMatch(
    /^Seed {5}1,[\s\S]*Nothing was sent\.\n$/m,
  );
});

test.each(['-o', '--out', '--output'])(
  '%s names the folder, and the last one given wins',
  async (name) => {
    expect((await call(`keygen --out a -o b --output c ${name} last`)).code).toBe(0);
    expect(['a', 'b', 'c', 'last'].filter((folder) => has(folder))).toEqual(['last']);
    expect(await refused(`keygen ${name}`)).toMatch(/argument missing/);
  },
);

test('the help shows the names of an option in one line', async () => {
  const { stdout } = await call('run --help');
  expect(stdout.match(/^ *-[no], .*$/gm)).toEqual([
    expect.stringMatching(/^ {2}-n, --dry, --dry-run /),
    expect.stringMatching(/^ {2}-o, --out, --output <dir> /),
  ]);
});

test.each([
  ['', {}, false],
  ['', { FORCE_COLOR: '1' }, true],
  ['', { FORCE_COLOR: '0' }, false],
  ['', { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ['--color auto', { FORCE_COLOR: '1' }, true],
  ['--color always', { NO_COLOR: '1' }, true],
  ['--color never', { FORCE_COLOR: '1' }, false],
  ['--no-color', { FORCE_COLOR: '1' }, false],
] as const)('colours by %s %j: %s', async (args, variables, isColoured) => {
  await call('keygen');
  for (const name of ['certificate.json', 'result.json']) write(name, {});
  const { stdout } = await call(
    `verify . --key keys/certificate.pub.pem ${args}`.trim(),
    variables,
  );
  expect(stdout).toContain('NOT VERIFIED');
  expect(stdout.includes('\u001b[')).toBe(isColoured);
});

test.each([
  ['run -n --seed 1', ['target', 'claim', 'run', 'allow', 'requirements', 'forecast']],
  ['doctor', ['expectedVerdict', 'summary', 'chapters', 'leftOut']],
  ['serve --faults', ['faults']],
])('%s --json prints an object, and the help lists its members', async (args, members) => {
  const { code, stdout, stderr } = await call(`${args} --json`);
  expect({ code, stderr, members: Object.keys(JSON.parse(stdout)) }).toEqual({
    code: 0,
    stderr: '',
    members,
  });
  const help = (await call(`${args.split(' ')[0]} --help`)).stdout.replace(/\s+/g, ' ');
  expect(help).toMatch(new RegExp(`{ ${members.join(', ')}\\b`));
});

test('requirements are listed by area, and faults by mechanism', async () => {
  const headings = (text: string) => text.match(/^[a-z-]+(?= \(\d+\)$)/gm);
  const [listed, defects] = [await call('requirements'), await call('serve --faults')];
  const areas = catalogue.areas.filter(({ suites }) => suites.length > 0).map(({ area }) => area);
  expect(headings(listed.stdout)).toEqual(areas);
  expect(headings(defects.stdout)?.sort()).toEqual(Object.keys(mechanisms).sort());
  expect(defects.stdout).toMatch(
    new RegExp(`^race \\(\\d+\\)\n${mechanisms.race}\n {2}\\S+\n {4}.+\n {4}breaks `, 'm'),
  );
});
