import { describe, expect, test } from 'vitest';
import { tokenRequest } from '../../../engine/catalogue/well-formed.ts';
import type { Exchange } from '../../../engine/exchange/exchange.ts';
import { findRefusalCause } from '../../../engine/run/refusal-cause.ts';
import type { Suspect } from '../../../engine/run/token-losses.ts';
import { answered, get } from '../samples.ts';

// The experiment in simulated worlds: it must accuse no innocent request, and find each guilty one.

const sentTo = (path: string) => ({ endpoint: `GET ${path}`, request: get(path) });
const control = sentTo('/cash');
const renewal = { endpoint: 'POST {auth_url}', request: tokenRequest('scoped') };
const suspectOf = (path: string): Suspect => ({
  sent: sentTo(path),
  isAdmitted: true,
  control,
  renewal,
});
const suspects = ['/innocent', '/guilty', '/other'].map(suspectOf);

/**
 * What may end the token: called before each request with its path, the time, and the token's
 * requests and age.
 */
type Ends = (at: {
  readonly path: string;
  readonly uses: number;
  readonly ageMs: number;
}) => boolean;

interface World {
  /** Whether the token ends before a request is processed, or after it. */
  readonly before?: Ends;
  readonly after?: Ends;
  /** Whether a new token is accepted. */
  readonly isIssuing?: boolean;
  /** The milliseconds that a suspect takes. Other requests take two. */
  readonly slowMs?: number;
}

async function findIn({ before, after, isIssuing = true, slowMs = 2 }: World, tried = suspects) {
  let [now, uses, issuedAt, isEnded] = [1_000, 0, 1_000, false];
  const sent: string[] = [];
  const cause = await findRefusalCause(tried, {
    wait: async (ms) => {
      now += ms;
      return true;
    },
    send: async (key, request): Promise<Exchange> => {
      const sentAt = now;
      if (request.origin === 'token') {
        sent.push('token');
        now += 2;
        if (isIssuing) [uses, issuedAt, isEnded] = [0, now, false];
        return { ...answered(200, key, request), sentAt, endedAt: now };
      }
      const path = String(request.path);
      sent.push(path);
      now += path === '/cash' ? 2 : slowMs;
      const at = { path, uses: ++uses, ageMs: now - issuedAt };
      isEnded ||= before?.(at) === true;
      const status = isEnded ? 401 : path === '/cash' ? 200 : 400;
      isEnded ||= after?.(at) === true;
      return { ...answered(status, key, request), sentAt, endedAt: now };
    },
  });
  return { cause, sent };
}

/** Numbers in [0, 1) that are the same in every run (Numerical Recipes, section 7.1). */
function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('a request that ends the token each time is the cause', () => {
  test('it is shown with the control that was refused after it', async () => {
    const { cause } = await findIn({ after: ({ path }) => path === '/guilty' });
    expect(cause?.cause.request.path).toBe('/guilty');
    expect(cause?.refused).toMatchObject({ request: { path: '/cash' }, answer: { status: 401 } });
    expect(cause).toMatchObject({ times: 5, without: 21 });
  });

  test('the run is left with an accepted token', async () => {
    const { sent } = await findIn({ after: ({ path }) => path === '/guilty' });
    expect(sent.slice(-2)).toEqual(['token', '/cash']);
  });

  test('it is found after a user that is refused for good', async () => {
    const locked = { ...suspectOf('/innocent'), control: sentTo('/locked') };
    const { cause } = await findIn(
      { before: ({ path }) => path === '/locked', after: ({ path }) => path === '/guilty' },
      [locked, ...suspects],
    );
    expect(cause?.cause.request.path).toBe('/guilty');
  });
});

describe('what ends the token otherwise is no cause', () => {
  test('without a suspect, nothing is sent', async () => {
    expect((await findIn({}, [])).sent).toEqual([]);
  });

  test('a suspect after which the token is accepted costs two requests', async () => {
    const { cause, sent } = await findIn({});
    expect(cause).toBeUndefined();
    expect(sent).toEqual(['/cash', '/innocent', '/cash', '/guilty', '/cash', '/other', '/cash']);
  });

  test.each([0.02, 0.1, 0.19, 0.25, 0.5])(
    'another client revokes it with probability %d',
    async (probability) => {
      const next = drawn(1);
      for (let world = 0; world < 2_000; world++) {
        expect((await findIn({ before: () => next() < probability })).cause).toBeUndefined();
      }
    },
  );

  test('a request that ends it four times out of five', async () => {
    let times = 0;
    const { cause } = await findIn({ after: ({ path }) => path === '/guilty' && ++times !== 6 });
    expect(times).toBe(6);
    expect(cause).toBeUndefined();
  });

  test('it is accepted for a fixed number of requests', async () => {
    for (let most = 1; most < 40; most++) {
      expect((await findIn({ after: ({ uses }) => uses >= most })).cause).toBeUndefined();
    }
  });

  test.each([2, 60, 900])(
    'it is accepted for a fixed time, and suspects take %d ms',
    async (slowMs) => {
      for (let mostMs = 2; mostMs < slowMs * 20; mostMs += slowMs / 2) {
        expect(
          (await findIn({ slowMs, before: ({ ageMs }) => ageMs > mostMs })).cause,
        ).toBeUndefined();
      }
    },
  );

  test('a token that is refused for good', async () => {
    const { cause } = await findIn({ isIssuing: false, after: ({ path }) => path === '/guilty' });
    expect(cause).toBeUndefined();
  });
});
