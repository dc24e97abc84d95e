import { describe, expect, test } from 'vitest';
import type { Send } from '../../../../engine/exchange/exchange.ts';
import { emptyProfile } from '../../../../engine/index.ts';
import { preflight } from '../../../../engine/run/preflight/preflight.ts';
import { endpoints } from '../../../../suites/endpoints.ts';
import { answered, type Given } from '../../../suites/answered.ts';

/**
 * Runs the set-up against a target that responds by `answer`. Resolves to the facts, the requests
 * and the pauses.
 */
async function factsOf(names: readonly string[], answer: (path: string, nth: number) => Given) {
  let asked = 0;
  const waited: number[] = [];
  const send: Send = async (key, request) => {
    return { ...answered(answer(String(request.path), asked++)), key, request };
  };
  const covered = endpoints.filter(({ name }) => names.includes(name));
  const config = {
    clients: {},
    tokens: {},
    users: {},
    target: { baseUrl: 'http://localhost', authUrl: '' },
    profile: emptyProfile,
  } as never;
  const wait = async (ms: number) => waited.push(ms) > 0;
  const facts = await preflight({
    config,
    covered,
    givenTokens: {},
    send,
    wait,
    nameGuide: () => {},
  });
  return { facts, asked, waited };
}

test.each<[statuses: number[], status: number, asked: number, waited: number[]]>([
  [[500], 500, 1, []],
  [[503, 429], 200, 3, []],
  [[429, 429, 429], 429, 3, []],
  [[429, 401], 200, 3, [2_500]],
  [[401, 500], 500, 2, [2_500]],
])(
  'if the first responses are %j, the start is %i after %i requests',
  async (statuses, status, asked, waited) => {
    const found = await factsOf(['cash'], (_path, nth) => ({
      status: statuses[nth] ?? 200,
      body: {},
    }));
    expect(found).toMatchObject({ facts: { start: { status } }, asked, waited });
  },
);

describe('no endpoint accepts the run', () => {
  const some = ['guides', 'cash', 'summaries'];
  const page = {
    body: '<!doctype html><title>Portal</title>',
    headers: [['Content-Type', 'text/html']],
  } as const;
  const redirect = (location: string) =>
    ({ status: 308, headers: [['Location', location]] }) as const;
  const turned = async (names: readonly string[], answer: (path: string) => Given) =>
    (await factsOf(names, answer)).facts.obstacle;

  test.each<[string, readonly string[], (path: string) => Given]>([
    ['every endpoint refuses', some, () => ({ status: 403, body: {} })],
    ['nothing is found there', some, () => ({ ...page, status: 404 })],
    ['a portal shows its page for whatever path', some, () => page],
    ['the only endpoint refuses', ['cash'], () => ({ status: 401, body: {} })],
    [
      'some refuse, some send elsewhere',
      some,
      (path) => (path === '/cash' ? { status: 404 } : redirect('/login')),
    ],
  ])('if %s', async (_what, names, answer) => {
    expect(await turned(names, answer)).toBeDefined();
  });

  test.each(['https://www.example.com', '/v2'])(
    'if every endpoint has moved to %s',
    async (base) => {
      const location = `${base}/learn/learning-guides`;
      expect(await turned(some, (path) => redirect(base + path))).toContain(location);
    },
  );

  test.each<[string, readonly string[], (path: string) => Given]>([
    ['one endpoint answers', some, (path) => ({ status: path === '/cash' ? 200 : 401 })],
    ['one endpoint fails', some, (path) => ({ status: path === '/cash' ? 500 : 401 })],
    ['one endpoint has moved', some, (path) => (path === '/cash' ? redirect('/balances') : {})],
    ['every endpoint wants a slash', some, (path) => redirect(`https://api.example.com${path}/`)],
    ['a redirect tells no address', some, () => ({ status: 301 })],
    ['JSON says that it is HTML', some, () => ({ ...page, body: '{}' })],
    ['the only endpoint shows a page', ['cash'], () => page],
  ])('but not if %s', async (_what, names, answer) => {
    expect(await turned(names, answer)).toBeUndefined();
  });
});
