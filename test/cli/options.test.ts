import { expect, test } from 'vitest';
import { describeVariables } from '../../engine/config/describe-variables.ts';
import { workspace } from './workspace.ts';

const { call } = workspace();

test('the help of run names every variable, beside its option or with its meaning', async () => {
  const { stdout } = await call('run --help');
  const words = stdout.replace(/\s+/g, ' ');
  const said = describeVariables().map(({ name, meaning, flag }) =>
    flag === undefined ? words.includes(`${name} ${meaning}`) || name : words.match(`${flag} [^[]*\\[${name}`) || name,
  );
  expect(said.filter((one) => typeof one === 'string')).toEqual([]);
});
