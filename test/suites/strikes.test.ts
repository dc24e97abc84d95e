import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../engine/catalogue/check.ts';
import { type Bound, type Exchange, type Request, sentHeader } from '../../engine/index.ts';
import { largeBodies, largeRequests } from '../../fixtures/malformed/large-input.ts';
import { rawViolations } from '../../fixtures/malformed/raw-http.ts';
import { http } from '../../suites/every-endpoint/http.ts';
import type { Given } from './answered.ts';
import { asking, boundTo, silence } from './asking.ts';

const scenario = (id: string) => http.requirements.find((one) => one.id === id) as Scenario;
const violations = scenario('http/protocol-violations');
const large = scenario('http/large-input');
const base = boundTo('guides').wellFormed();

/** What is judged, and what was asked, of a target that answers 400 to all but the well-formed request. */
async function struck(
  { run }: Scenario,
  target: (step: string) => Given | Exchange | undefined = () => undefined,
  changes: Partial<Bound> = {},
) {
  const asked = new Map<string, Request>();
  const ask = asking((step, _path, _nth, request) => {
    asked.set(step, request);
    const refused = step.startsWith('case') || step.startsWith('small');
    return target(step) ?? { status: refused ? 400 : 200 };
  });
  const judgements = await run(boundTo('guides', changes), ask);
  return { asked, kinds: judgements.map(({ kind }) => kind), judgements };
}

const desync = { allow: { writes: false, orders: false, desync: true } };
const harmless = rawViolations.filter((violation) => !violation.desync);

describe('http/protocol-violations', () => {
  test('every one is followed by the well-formed request on a connection of its own', async () => {
    const { asked, kinds } = await struck(violations);
    expect(kinds).toEqual(harmless.map(() => 'held'));
    expect([...asked.keys()]).toEqual(['control', ...harmless.flatMap((_, nth) => [`case-${nth}`, `next-${nth}`])]);
    for (const request of asked.values()) expect(request.wire).toBe('raw');
    expect(asked.get('next-0')).toEqual(asked.get('control'));
  });

  test('is the well-formed request but for what it adds', async () => {
    const { asked } = await struck(violations, undefined, desync);
    expect(asked.get('case-0')).toEqual({ ...base, wire: 'raw', headers: [...base.headers, ['X-Probe', 'a\0b']] });
    const other = rawViolations.findIndex(({ method }) => method === 'GE T');
    expect(asked.get(`case-${other}`)).toEqual({ ...base, wire: 'raw', method: 'GE T' });
    const bodied = rawViolations.findIndex(({ body }) => body === '{}\r\n');
    expect(asked.get(`case-${bodied}`)).toMatchObject({ body: '{}\r\n' });
  });

  test.each([
    [411, 'held'],
    [413, 'held'],
    [200, 'violated'],
  ])('a Content-Length that is no length is answered with %i: %s', async (status, kind) => {
    const { kinds } = await struck(violations, (step) => (step.startsWith('case') ? { status } : undefined));
    const meant = harmless.flatMap(({ label }, nth) => (/no number|negative/.test(label) ? [kinds[nth]] : []));
    expect(meant).toEqual([kind, kind]);
  });

  test('what could desynchronise a proxy is sent only where that is allowed', async () => {
    expect((await struck(violations, undefined, desync)).kinds).toHaveLength(rawViolations.length);
    expect(harmless.length).toBeLessThan(rawViolations.length);
  });

  test.each<[string, Given | Exchange]>([
    ['refused', { status: 401 }],
    ['not answered', silence('closed')],
  ])('nothing is sent where the control is %s', async (_what, given) => {
    const { asked, kinds } = await struck(violations, (step) => (step === 'control' ? given : undefined));
    expect(kinds).toEqual(['unanswered']);
    expect([...asked.keys()]).toEqual(['control']);
  });

  test.each<[string, string, Given | Exchange]>([
    ['violated', 'fails', { status: 500 }],
    ['violated', 'is refused', { status: 400 }],
    ['violated', 'is not answered', silence('closed')],
    ['violated', 'finds no server', silence('refused-connection')],
    ['unanswered', 'meets load shedding', { status: 429 }],
    ['unanswered', 'meets load shedding', { status: 503 }],
    ['violated', 'is no HTTP', silence('invalid-http', 1)],
    ['violated', 'has no end', silence('oversized', 1)],
    ['violated', 'finds no server for minutes', silence('target-down', 1)],
    ['unanswered', 'is not sent any more', silence('stopped', 1)],
    ['unanswered', 'is not sent again', silence('closed', 2)],
    ['unanswered', 'is not recorded', silence('not-recorded', 1)],
    ['unanswered', 'has no token', silence('no-credential', 1)],
    ['unanswered', 'does not find its way', silence('unresolved-name', 1)],
  ])('%s where the next request %s', async (kind, _what, given) => {
    const { kinds, judgements } = await struck(violations, (step) =>
      /^next-1(-repeated(-\d)?)?$/.test(step) ? given : undefined,
    );
    expect(kinds).toEqual(harmless.map((_, nth) => (nth === 1 ? kind : 'held')));
    if (kind === 'violated') expect(judgements[1]).toMatchObject({ exchange: { key: { step: 'case-1' } } });
  });

  test.each([
    ['case-1', 500],
    ['next-1', 500],
    ['next-1', 403],
  ])('%s with status %i is chance where it does not come again', async (at, status) => {
    const { asked, kinds } = await struck(violations, (step) => (step === at ? { status } : undefined));
    expect(kinds).toEqual(harmless.map(() => 'held'));
    expect(asked.get('case-1-repeated')).toEqual(asked.get('case-1'));
  });

  test('a target that fails for a moment now and then does so by chance', async () => {
    const { asked, kinds } = await struck(violations, (step) =>
      /^next-1(-repeated(-2)?)?$/.test(step) ? { status: 403 } : undefined,
    );
    expect(kinds).toEqual(harmless.map(() => 'held'));
    expect([...asked.keys()]).toContain('case-1-repeated-3');
  });

  test('the pause before a repetition counts from the answer before', async () => {
    const ended = Date.now() - 350 + 30;
    let asked = 0;
    await struck(violations, (step) => {
      if (step === 'case-1-repeated-2') asked = Date.now();
      if (step === 'next-1-repeated') return { status: 403, at: ended };
      return step === 'next-1' ? { status: 403 } : undefined;
    });
    // A timer may fire a millisecond early.
    expect(asked + 2).toBeGreaterThanOrEqual(ended + 350);
  });

  test('a server that is gone is gone, whatever becomes of another try', async () => {
    const { kinds } = await struck(violations, (step) => {
      if (step === 'next-1') return silence('refused-connection');
      return step.includes('repeated') ? silence('target-down', 1) : undefined;
    });
    expect(kinds[1]).toBe('violated');
  });
});

describe('http/large-input', () => {
  const bodies = largeBodies.length;
  const first = largeRequests.length;

  test('is sent in headers, in the target and in a body, and to the address in a body that is no JSON', async () => {
    const { asked, kinds } = await struck(large);
    expect(kinds).toHaveLength(first + bodies);
    expect(new Set(kinds)).toEqual(new Set(['held']));
    expect(sentHeader(asked.get('case-0') ?? base, 'x-probe')[0]).toHaveLength(65_536);
    expect(asked.get('case-0')).toEqual({ ...base, headers: [...base.headers, ['X-Probe', 'x'.repeat(65_536)]] });
    expect(asked.get('case-1')?.headers).toHaveLength(base.headers.length + 500);
    expect(asked.get(`case-${first}`)).toMatchObject({ method: 'PATCH', body: largeBodies[0]?.large });
    expect(asked.get(`small-${first}`)).toMatchObject({ method: 'PATCH', body: largeBodies[0]?.small });
    expect(asked.has('small-0')).toBe(false);
  });

  test('leaves out the address where the run does not cover it', async () => {
    const { kinds, asked } = await struck(large, undefined, { covers: (name) => name === 'guides' });
    expect(kinds).toHaveLength(first);
    expect([...asked.values()].every(({ method }) => method === 'GET')).toBe(true);
  });

  test('a body that crashes the target where it is small is not sent large', async () => {
    const { kinds, asked } = await struck(large, (step) => (step === `small-${first}` ? { status: 500 } : undefined));
    expect(kinds[first]).toBe('unanswered');
    expect(asked.has(`case-${first}`)).toBe(false);
    expect(asked.has(`next-${first}`)).toBe(false);
    expect(kinds[first + 1]).toBe('held');
  });

  test('a body that meets silence where it is small is sent large', async () => {
    const { kinds } = await struck(large, (step) => (step === `small-${first}` ? silence('closed') : undefined));
    expect(kinds[first]).toBe('held');
  });
});
