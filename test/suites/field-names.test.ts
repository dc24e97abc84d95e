import { describe, expect, test } from 'vitest';
import { isProper, type Request } from '../../engine/index.ts';
import { judgeFieldNames } from '../../engine/judging/field-names.ts';
import type { Given } from './answered.ts';
import { answered } from './answered.ts';
import { apiError } from './api-error.ts';
import { asking, boundTo, silence, type Target } from './asking.ts';

const isOther = ({ headers }: Request) => headers.some(([name]) => name === 'X-User-Id');
const good: Given = { body: { data: [] } };

async function judged(other: (step: string) => Given, control: (step: string) => Given = () => good) {
  const steps: string[] = [];
  const target: Target = (step, _path, _nth, request) => {
    steps.push(step);
    return isOther(request) ? other(step) : control(step);
  };
  const judgements = await judgeFieldNames(boundTo('cash'), asking(target));
  return { kinds: judgements.map(({ kind }) => kind), steps, judgements };
}

describe('field names in other letters', () => {
  test('are sent with the same values', async () => {
    const sent: Request[] = [];
    await judgeFieldNames(
      boundTo('cash'),
      asking((_step, _path, _nth, request) => {
        sent.push(request);
        return good;
      }),
    );
    expect(sent.map(({ headers }) => headers.map(([name]) => name))).toEqual([
      ['accept', 'authorization', 'X-User-Id'],
    ]);
    expect(sent[0]?.headers.map(([, value]) => value)).toEqual(
      boundTo('cash')
        .wellFormed()
        .headers.map(([, value]) => value),
    );
  });

  test('that are understood are asked for once', async () => {
    expect(await judged(() => good)).toMatchObject({ kinds: [], steps: ['names-in-other-case'] });
  });

  test.each([400, 401, 403])('that are refused twice with %d count', async (status) => {
    const { judgements } = await judged(() => apiError(status));
    expect(judgements).toMatchObject([{ kind: 'violated', cause: 'field names are compared with case' }]);
  });

  test.each([404, 429, 500, 503])('that are answered with %d say nothing', async (status) => {
    expect((await judged(() => apiError(status))).kinds).toEqual([]);
  });

  test('that are refused once are no finding', async () => {
    const once = await judged((step) => (step === 'names-again' ? good : apiError(401)));
    expect(once.kinds).toEqual(['unanswered']);
    const other = await judged((step) => apiError(step === 'names-again' ? 503 : 401));
    expect(other.kinds).toEqual(['unanswered']);
  });

  test.each(['names-control', 'names-control-after'])('count only between controls: %s', async (wanted) => {
    const { kinds } = await judged(
      () => apiError(401),
      (step) => (step === wanted ? apiError(401) : good),
    );
    expect(kinds).toEqual([]);
  });

  test('that stay without an answer say nothing', async () => {
    expect(
      await judgeFieldNames(
        boundTo('cash'),
        asking(() => silence('timeout')),
      ),
    ).toEqual([]);
  });

  test.each(['Proxy-Authorization', 'Authorization-Info', 'not-x-user-id', 'X-User-Id-Hint'])(
    'are not meant by %s, which is another field',
    (name) => {
      const headers = [...answered().request.headers, [name, 'text'] as const];
      const guides = { method: 'GET', path: '/learn/learning-guides' };
      expect(isProper(answered({ request: { headers } }), guides)).toBe(true);
    },
  );

  test('make no request that other rows would judge', () => {
    const cash = { method: 'GET', path: '/learn/learning-guides' };
    const { headers } = answered().request;
    const renamed = headers.map(([name, value]) => [name === 'Authorization' ? 'authorization' : name, value] as const);
    expect(isProper(answered(), cash)).toBe(true);
    expect(isProper(answered({ request: { headers: renamed } }), cash)).toBe(false);
  });
});
