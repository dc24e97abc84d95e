import { describe, expect, test } from 'vitest';
import { override } from '../../fixtures/reference/index.ts';
import { sample } from '../scope.ts';
import { textsIn, variablesOf } from './command.ts';
import { workspace } from './workspace.ts';

const { at, call, remove, result, serve, write } = workspace();

const secretName = 'M2M_CLIENT_SECRET';
/** The client's secret has every sign of damage, and is right. */
const secret = `"6U+c#UDH'l%/|$x\\n"`;
const accepting = override('findClient', (original) => (visit, sent) => {
  const isRight = sent.client_secret === secret;
  return original(
    visit,
    isRight ? { ...sent, client_secret: visit.world.clients.scoped.secret } : sent,
  );
});

const quoted = 'starts and ends with a quotation mark';
const placeholder = 'looks like a placeholder';
const wrote =
  'which starts a comment there. Write the whole value in quotation marks that it does not contain.';

/** A damaged variable, in the environment or as a line of `.env`, and what the message says. */
const cases: readonly (readonly [
  what: string,
  name: string,
  value: string,
  said: string,
  ...line: readonly string[],
])[] = [
  [
    'cut at # in .env',
    secretName,
    '',
    `clients.scoped.secret (M2M_CLIENT_SECRET in .env) ends before a #, ${wrote}`,
    'M2M_CLIENT_SECRET=xyz#zyx',
  ],
  [
    'cut at # although .env has it in single quotes, because it contains one',
    secretName,
    '',
    `(M2M_CLIENT_SECRET in .env) ends before a #`,
    "export M2M_CLIENT_SECRET = 'xyz#z'yx'",
  ],
  ['in quotation marks', secretName, '"xyzzyx"', quoted],
  ['the name of a variable', secretName, '$xyzzyx', placeholder],
  ['the name of a variable in Windows', secretName, '%xyzzyx%', placeholder],
  ['the placeholder of a manual', secretName, '<xyzzyx>', placeholder],
  ['undefined, from a script', secretName, 'undefined', 'is missing or hidden'],
  ['the mask of a log', secretName, '***', 'is missing or hidden'],
  ['ending in a line break of two letters', secretName, 'xyzzyx\\n', 'a backslash'],
  [
    'with a letter that .env made a line break',
    secretName,
    '',
    'contains a line',
    'M2M_CLIENT_SECRET="xyz\\nzyx"',
  ],
  ['copied from a text', secretName, '“xyzzyx”', 'a typographic quotation mark'],
  ['copied with what nobody sees', secretName, 'xyz\u200bzyx', 'invisible'],
  ['the audience cut at #', 'M2M_AUDIENCE', '', 'target.audience', 'M2M_AUDIENCE=an#other'],
  ['the id in quotation marks', 'M2M_CLIENT_ID', "'an id'", quoted],
];

describe('a credential that a shell, a file format or a template damaged (motdotla/dotenv#633)', () => {
  test.each(sample('damaged credentials', cases, 4))(
    '%s: run, doctor and token name it if it is refused',
    async (_what, name, value, said, line = '') => {
      write('.env', line);
      // An empty variable counts as unset, so the line of .env is read.
      const all = { ...variablesOf(await serve()), [name]: value };
      const run = await call('run --no-allure --out o', all);
      expect(run.code).toBe(3);
      expect(result('o').obstacle).toMatch(
        /^The token endpoint refuses the (client|audience "an"): 40\d.*See docs.*#credentials\.$/,
      );
      expect(result('o').obstacle).toContain(said);
      const doctor = await call('doctor', all);
      expect(doctor.code).toBe(3);
      expect(doctor.stdout).toMatch(/✗ scoped client {2}no token was issued: 40\d/);
      expect(doctor.stdout).toContain(said);
      const token = await call('token', all);
      expect(token.stderr).toContain(said);
      const printed = [run, doctor, token].flatMap(({ stdout, stderr }) => [stdout, stderr]);
      expect([...textsIn(at('o')), ...printed].filter((text) => /xyz|zyx/.test(text)).length).toBe(
        0,
      );
      await call('judge o --no-allure --out judged', {});
      expect(result('judged').obstacle).toBe(result('o').obstacle);
      remove('.env', 'o', 'judged');
    },
  );

  test('a refused token is named too', async () => {
    const {
      M2M_CLIENT_ID: _id,
      M2M_CLIENT_SECRET: _secret,
      ...others
    } = variablesOf(await serve());
    write('.env', 'M2M_TOKEN=xyz#zyx');
    await call('run --no-allure --out o', others);
    expect(result('o').obstacle).toMatch(
      /refuses the access token.+tokens\.scoped \(M2M_TOKEN in \.env\) ends before a #/,
    );
    remove('.env', 'o');
  });

  test('a secret that looks damaged and is right is never named', async () => {
    const { M2M_CLIENT_SECRET: _secret, ...others } = variablesOf(await serve([accepting]));
    write('.env', `M2M_CLIENT_SECRET=\`${secret}\`\n`);
    const { stdout } = await call('doctor', others);
    expect(stdout).toMatch(/✓ scoped client/);
    expect(stdout).not.toMatch(/clients\.scoped\.secret|quotation mark/);
    remove('.env');
  });

  test.each(['xyz #zyx', 'xyz # a comment', '"xyz#zyx"', "'xyz#zyx' # a comment", '`xyz#zyx`'])(
    'the line %s of .env is not called cut',
    async (value) => {
      const { M2M_CLIENT_SECRET: _secret, ...others } = variablesOf(await serve());
      write(
        '.env',
        `# M2M_CLIENT_SECRET=cut#here\nM2M_CLIENT_SECRET=x#y\nM2M_CLIENT_SECRET=${value}\n`,
      );
      expect((await call('doctor', others)).stdout).not.toMatch(/ends before/);
      remove('.env');
    },
  );
});
