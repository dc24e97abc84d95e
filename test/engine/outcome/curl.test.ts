import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { concat, jsonTemplate, type Request, symbol, withHeader } from '../../../engine/index.ts';
import { curlLine, curlOf, variablesOf } from '../../../engine/outcome/curl.ts';
import { get } from '../samples.ts';

const lineOf = (...sent: Parameters<typeof curlOf>) => {
  const call = curlOf(...sent);
  return call && curlLine(call);
};

const variables = { TOKEN: 'the token' };
const values = { 'user:first': 'me', 'guide:3': 'guide/3', audience: 'the "API"' };

interface Sent {
  readonly args: readonly string[];
  readonly input: Buffer;
}

const inHex = "od -An -v -tx1 | tr -d ' \\n'";
const curl = `curl() { for word in "$@"; do printf %s "$word" | ${inHex}; echo; done; printf '=\\n'; ${inHex}; }`;

/** Runs the lines in a POSIX shell in which curl prints its arguments and its input. */
function words(...requests: readonly Request[]): readonly Sent[] {
  const lines = requests.map((request) => {
    const line = lineOf(request, 'https://api.example', values) ?? '';
    return `${line.includes(' | curl ') ? line : `${line} </dev/null`}\nprintf '\\036'`;
  });
  const env = { ...process.env, ...variables };
  const out = execFileSync('sh', ['-c', [curl, ...lines].join('\n')], { env, encoding: 'latin1' });
  const parts = out.split('\u001e').slice(0, -1);
  return parts.map((part) => {
    const [args = '', input = ''] = part.split('=\n');
    const hexes = args.split('\n').slice(0, -1);
    return {
      args: hexes.map((hex) => Buffer.from(hex, 'hex').toString()),
      input: Buffer.from(input.trim(), 'hex'),
    };
  });
}

const typed = Object.entries({ Accept: 'a/b', 'Content-Type': 'c/d' });
const post = (body: NonNullable<Request['body']>): Request => ({
  ...get(),
  method: 'POST',
  headers: typed,
  body,
});
const accepting = withHeader(get(), 'Accept', 'a/b');
const bearer = concat('Bearer ', symbol('token:scoped'));
const plain: Request = { ...get(), method: 'POST', body: '{}' };
const guidePath = concat('/guides/', symbol('guide:3'));

const update: Request = {
  ...withHeader({ ...get('/cash?a=[1]&b={2}'), headers: typed }, 'Authorization', bearer),
  method: 'PATCH',
  body: jsonTemplate({ id: symbol('audience') }),
};
const updateHeaders = '-H|Accept: a/b|-H|Content-Type: c/d|-H|Authorization: Bearer the token';
const updateArgs = `-X|PATCH|https://api.example/cash?a=[1]&b={2}|${updateHeaders}|--data-raw|{"id":"the \\"API\\""}`;

test.each<[what: string, Request, args: string]>([
  ['method, URL, headers and body, with credentials from variables', update, updateArgs],
  [
    'no header that curl would add',
    plain,
    '-X|POST|https://api.example/cash|-H|Accept:|-H|Content-Type:|--data-raw|{}',
  ],
  [
    'an empty header',
    withHeader(accepting, 'x-user-id', ''),
    'https://api.example/cash|-H|Accept: a/b|-H|x-user-id;',
  ],
  ['HEAD', { ...accepting, method: 'HEAD' }, '--head|https://api.example/cash|-H|Accept: a/b'],
  [
    'a guide',
    { ...accepting, path: guidePath },
    'https://api.example/guides/guide%2F3|-H|Accept: a/b',
  ],
])('a line sends %s', (_what, request, args) => {
  expect(words(request)[0]?.args).toEqual(['-sS', '-i', '-g', '--path-as-is', ...args.split('|')]);
});

const odd = [
  ...["it's", '"$HOME" `id` $(id)', 'a\\nb\\', '%s %% \\036', 'été 💶 \u00a0'],
  ...['@/etc/passwd', '-x', 'tab\there', '*', '!!', '\u202egnirts'],
];

test('the shell interprets no text of a header', () => {
  const sent = words(...odd.map((text) => withHeader(get(), 'x', text)));
  expect(sent.map(({ args }) => args.find((word) => word.startsWith('x: ')))).toEqual(
    odd.map((text) => `x: ${text}`),
  );
});

const bodyOf = ({ args, input }: Sent) => {
  const raw = args.indexOf('--data-raw');
  return raw < 0 ? input : Buffer.from(args[raw + 1] ?? '', 'utf8');
};

test('neither shell nor curl interprets a text of a body, line breaks and zero bytes included', () => {
  const texts = [
    ...odd,
    'two\nlines',
    'ends\n\n',
    '-n\n',
    'hi!\n',
    '\r\n',
    '\u0000zero\u0000',
    '\u001b[31mred',
    '{"a":"\u2028"}',
  ];
  expect(words(...texts.map(post)).map((sent) => bodyOf(sent).toString())).toEqual(texts);
});

test('bytes and variables in a body are unchanged', () => {
  const [sent] = words(
    post(concat('a\n', new Uint8Array([0xff, 0, 0x27, 10]), symbol('token:scoped'))),
  );
  expect(sent && bodyOf(sent)).toEqual(Buffer.from("a\n\u00ff\0'\nthe token", 'latin1'));
  expect(sent?.args.slice(-2)).toEqual(['--data-binary', '@-']);
});

test('a line contains no terminal control character', () => {
  const line = lineOf(post('a\u001b[2Jb\nc\u202ed\u200b'), 'https://api.example', values) ?? '';
  expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e\u200b]/);
});

test.each<[string, Request]>([
  ['bytes that are no HTTP', { ...get(), wire: 'raw' }],
  ['a forged token', withHeader(get(), 'Authorization', symbol('token:scoped', 'alg-none'))],
  [
    'a forged token in the address',
    { ...get(), path: concat('/cash?t=', symbol('token:scoped', 'alg-none,url')) },
  ],
  [
    'a secret of a client',
    { ...plain, body: jsonTemplate({ id: symbol('client:scoped:secret') }) },
  ],
  ['an expired token', withHeader(get(), 'Authorization', symbol('token:expired'))],
  ['a forged user', withHeader(get(), 'x-user-id', symbol('user:first', 'upper'))],
  ['a HEAD with a body', { ...plain, method: 'HEAD' }],
  [
    'a token that no variable holds',
    withHeader(get(), 'Authorization', symbol('token:token/renewal|x')),
  ],
  ['a header with a line break', withHeader(get(), 'x', 'a\nb')],
])('there is no line for %s', (_what, request) => {
  expect(lineOf(request, 'https://api.example', values)).toBeUndefined();
});

test('there is no line that is too long for a shell', () => {
  const lines = [16_000, 16_400].map((length) =>
    lineOf(withHeader(get(), 'x', 'a'.repeat(length)), 'https://api', values),
  );
  expect(lines).toEqual([expect.stringContaining('a'.repeat(16_000)), undefined]);
});

test('names the shell variables of a line', () => {
  const bearer = ['Bearer ', symbol('token:unscoped')];
  expect(variablesOf(withHeader(get(), 'Authorization', bearer))).toEqual(['UNSCOPED_TOKEN']);
  expect(variablesOf(withHeader(get(), 'x-user-id', symbol('user:first')))).toEqual([]);
});
