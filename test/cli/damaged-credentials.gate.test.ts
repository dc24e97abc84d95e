import { describe, expect, test } from 'vitest';
import { override } from '../../fixtures/reference/index.ts';
import { sample } from '../scope.ts';
import { textsIn, variablesOf } from './command.ts';
import { workspace } from './workspace.ts';

const { at, call, remove, result, serve, write } = workspace();

/** The client's secret has every sign of damage, and is right. */
const secret = `"6U+c#UDH'l%/|$x\\n"`;
const accepting = override('findClient', (original) => (visit, sent) => {
  const isRight = sent.client_secret === secret;
  return original(
    visit,
    isRight ? { ...sent, client_secret: visit.world.clients.scoped.secret } : sent,
  );
});

interface Damaged {
  /** The lines of `.env`. */
  readonly file?: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** What the message says. */
  readonly said: string;
}

const key = 'clients.scoped.secret';
const quoted = 'starts and ends with a quotation mark';
const wrote =
  'which starts a comment there. Write the whole value in quotation marks that it does not contain.';

const cases: readonly (readonly [what: string, Damaged])[] = [
  [
    'cut at # in .env',
    {
      file: 'M2M_CLIENT_SECRET=xyz#zyx',
      said: `${key} (M2M_CLIENT_SECRET in .env) ends before a #, ${wrote}`,
    },
  ],
  [
    'cut at # although .env has it in single quotes, because it contains one',
    {
      file: "export M2M_CLIENT_SECRET = 'xyz#z'yx'",
      said: `(M2M_CLIENT_SECRET in .env) ends before a #`,
    },
  ],
  ['in quotation marks', { variables: { M2M_CLIENT_SECRET: '"xyzzyx"' }, said: quoted }],
  [
    'the name of a variable',
    { variables: { M2M_CLIENT_SECRET: '$xyzzyx' }, said: 'looks like a placeholder' },
  ],
  [
    'the name of a variable in Windows',
    { variables: { M2M_CLIENT_SECRET: '%xyzzyx%' }, said: 'a placeholder' },
  ],
  [
    'the placeholder of a manual',
    { variables: { M2M_CLIENT_SECRET: '<xyzzyx>' }, said: 'a placeholder' },
  ],
  [
    'undefined, from a script',
    { variables: { M2M_CLIENT_SECRET: 'undefined' }, said: 'is missing or hidden' },
  ],
  ['the mask of a log', { variables: { M2M_CLIENT_SECRET: '***' }, said: 'is missing or hidden' }],
  [
    'ending in a line break of two letters',
    { variables: { M2M_CLIENT_SECRET: 'xyzzyx\\n' }, said: 'a backslash' },
  ],
  [
    'with a letter that .env made a line break',
    { file: 'M2M_CLIENT_SECRET="xyz\\nzyx"', said: 'contains a line' },
  ],
  [
    'copied from a text',
    { variables: { M2M_CLIENT_SECRET: '“xyzzyx”' }, said: 'a typographic quotation mark' },
  ],
  [
    'copied with what nobody sees',
    { variables: { M2M_CLIENT_SECRET: 'xyz\u200bzyx' }, said: 'invisible' },
  ],
  [
    'the audience cut at #',
    { variables: { M2M_AUDIENCE: '' }, file: 'M2M_AUDIENCE=an#other', said: 'target.audience' },
  ],
  ['the id in quotation marks', { variables: { M2M_CLIENT_ID: "'an id'" }, said: quoted }],
];

describe('a credential that a shell, a file format or a template damaged (motdotla/dotenv#633)', () => {
  test.each(sample('damaged credentials', cases, 4))(
    '%s: run, doctor and token name it if it is refused',
    async (_what, { file = '', variables, said }) => {
      const { M2M_CLIENT_SECRET, ...others } = variablesOf(await serve());
      write('.env', file);
      const all = {
        ...others,
        ...(/CLIENT_SECRET/.test(file) || M2M_CLIENT_SECRET === undefined
          ? {}
          : { M2M_CLIENT_SECRET }),
        ...variables,
      };
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
