import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Request, withHeader } from '../../../engine/exchange/request.ts';
import { concat, jsonTemplate, symbol } from '../../../engine/exchange/value.ts';
import { curlLine } from '../../../engine/outcome/curl.ts';
import { get } from '../samples.ts';

const variables = { HARNESS_TOKEN: 'the token', HARNESS_CLIENT_ID: 'id', HARNESS_GUIDE_ID: 'guide' };

/** The words that a POSIX shell makes of the lines, curl replaced by a function that tells them and its input. */
function words(...requests: readonly Request[]): { readonly args: string[]; readonly input: Buffer }[] {
  const script = requests
    .map((request) =>
      `${curlLine(request, 'https://api.example')} </dev/null`.replace(
        /(.* \| )?(.*) <\/dev\/null$/s,
        (line, piped: string | undefined, rest: string) => (piped ? `${piped}${rest}` : line),
      ),
    )
    .map((line) => `${line}\nprintf '\\036'`)
    .join('\n');
  const curl = `curl() { for word in "$@"; do printf %s "$word" | od -An -v -tx1 | tr -d ' \\n'; echo; done; printf '=\\n'; od -An -v -tx1 | tr -d ' \\n'; }`;
  const out = execFileSync('sh', ['-c', `${curl}\n${script}`], {
    env: { ...process.env, ...variables },
    encoding: 'latin1',
  });
  return out
    .split('\u001e')
    .slice(0, -1)
    .map((part) => {
      const [args = '', input = ''] = part.split('=\n');
      return {
        args: args
          .split('\n')
          .slice(0, -1)
          .map((hex) => Buffer.from(hex, 'hex').toString('utf8')),
        input: Buffer.from(input.trim(), 'hex'),
      };
    });
}

const options = ['-sS', '-i', '-g', '--path-as-is'];
const post = (body: NonNullable<Request['body']>): Request => ({
  ...get(),
  method: 'POST',
  headers: [
    ['Accept', 'a/b'],
    ['Content-Type', 'c/d'],
  ],
  body,
});

test('a request is its method, address, headers and body, credentials from variables', () => {
  const request: Request = {
    ...get('/cash?a=[1]&b={2}'),
    method: 'PATCH',
    headers: [
      ['Accept', 'a/b'],
      ['Authorization', concat('Bearer ', symbol('token:scoped'))],
      ['Content-Type', 'c/d'],
    ],
    body: jsonTemplate({ id: symbol('client:scoped:id') }),
  };
  expect(words(request)[0]?.args).toEqual([
    ...options,
    '-X',
    'PATCH',
    'https://api.example/cash?a=[1]&b={2}',
    '-H',
    'Accept: a/b',
    '-H',
    'Authorization: Bearer the token',
    '-H',
    'Content-Type: c/d',
    '--data-raw',
    '{"id":"id"}',
  ]);
});

test('what curl would add of its own accord is taken away', () => {
  expect(words({ ...get(), method: 'POST', body: '{}' })[0]?.args).toEqual([
    ...options,
    '-X',
    'POST',
    'https://api.example/cash',
    '-H',
    'Accept:',
    '-H',
    'Content-Type:',
    '--data-raw',
    '{}',
  ]);
});

test('an empty header is sent, HEAD waits for no body, a guide is a variable', () => {
  const accepting = withHeader(get(), 'Accept', 'a/b');
  const [empty, head, guide] = words(
    withHeader(accepting, 'x-user-id', ''),
    { ...accepting, method: 'HEAD' },
    { ...accepting, path: concat('/guides/', symbol('guide:3')) },
  );
  expect(empty?.args.slice(-2)).toEqual(['-H', 'x-user-id;']);
  expect(head?.args).toContain('--head');
  expect(guide?.args).toContain('https://api.example/guides/guide');
});

const odd = [
  "it's",
  '"$HOME" `id` $(id)',
  'a\\nb\\',
  '%s %% \\036',
  'été 💶 \u00a0',
  '@/etc/passwd',
  '-x',
  'tab\there',
  '*',
  '!!',
  '\u202egnirts',
];

test('no text of a header is anything to the shell', () => {
  const sent = words(...odd.map((text) => withHeader(get(), 'x', text)));
  expect(sent.map(({ args }) => args.find((word) => word.startsWith('x: ')))).toEqual(odd.map((text) => `x: ${text}`));
});

/** The body that a line would send. */
const bodyOf = ({ args, input }: { args: string[]; input: Buffer }) => {
  const raw = args.indexOf('--data-raw');
  return raw < 0 ? input : Buffer.from(args[raw + 1] ?? '', 'utf8');
};

test('no text of a body is anything to the shell or to curl, line breaks and zero bytes included', () => {
  const texts = [...odd, 'two\nlines', 'ends\n\n', '\r\n', '\u0000zero\u0000', '\u001b[31mred', '{"a":"\u2028"}'];
  expect(words(...texts.map(post)).map((sent) => bodyOf(sent).toString())).toEqual(texts);
});

test('bytes and variables in a body come out as they are', () => {
  const [sent] = words(post(concat('a\n', new Uint8Array([0xff, 0, 0x27, 10]), symbol('token:scoped'))));
  expect(sent && bodyOf(sent)).toEqual(
    Buffer.concat([Buffer.from('a\n'), Buffer.from([0xff, 0, 0x27, 10]), Buffer.from('the token')]),
  );
  expect(sent?.args.slice(-2)).toEqual(['--data-binary', '@-']);
});

test('any text survives', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 15, maxLength: 15 }), (texts) => {
      expect(words(...texts.map(post)).map((sent) => bodyOf(sent).toString())).toEqual(texts);
    }),
    { numRuns: 1 },
  );
});

test('a line shows every character that a terminal would obey', () => {
  const line = curlLine(post('a\u001b[2Jb\nc\u202ed'), 'https://api.example') ?? '';
  expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
});

test.each<[string, Request]>([
  ['bytes that are no HTTP', { ...get(), wire: 'raw' }],
  ['a forged token', withHeader(get(), 'Authorization', symbol('token:scoped', 'alg-none'))],
  ['a forged token in the address', { ...get(), path: concat('/cash?t=', symbol('token:scoped', 'alg-none,url')) }],
  ['a token that no variable holds', withHeader(get(), 'Authorization', symbol('token:token/renewal|x'))],
  ['a header with a line break', withHeader(get(), 'x', 'a\nb')],
])('there is no line for %s', (_what, request) => {
  expect(curlLine(request, 'https://api.example')).toBeUndefined();
});

test('a line that no shell takes is none', () => {
  const long = (length: number) => withHeader(get('/cash'), 'x-long', 'a'.repeat(length));
  expect(curlLine(long(16_000), 'https://api.example')).toContain('a'.repeat(16_000));
  expect(curlLine(long(16_400), 'https://api.example')).toBeUndefined();
});
