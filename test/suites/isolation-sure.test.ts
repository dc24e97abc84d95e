import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../engine/catalogue/check.ts';
import { isolation } from '../../suites/every-endpoint/user-isolation.ts';
import { asking, boundTo } from './asking.ts';

type Who = 'first' | 'second';
interface Asked {
  /** Without the name of the endpoint. */
  readonly step: string;
  readonly who: Who;
  /** Whether at an address that nobody asked before. */
  readonly isElsewhere: boolean;
  /** How many requests came before. */
  readonly nth: number;
}

/** What is judged where that endpoint alone is covered, and each answer has this body. */
function judged(bodyOf: (asked: Asked) => unknown, name = 'cash') {
  const ask = asking((step, path, nth) => {
    const who = step.endsWith('second') ? 'second' : 'first';
    return { body: bodyOf({ step: step.replace(`${name}-`, ''), who, isElsewhere: path.includes('?'), nth }) };
  });
  return (isolation as Scenario).run(boundTo(name, { covers: (one) => one === name }), ask);
}

const held = [{ kind: 'held' }, { kind: 'held' }];

describe('what is the same for both users', () => {
  const kept = ({ who, isElsewhere }: Asked) => ({ list: [isElsewhere && who === 'second' ? 'x' : 'y'] });

  test.each(['guides', 'insights'])('is no cache of %s, which need not be a user’s own', async (name) => {
    expect(await judged(kept, name)).toMatchObject([{ kind: 'not-run' }]);
  });

  test.each(['summaries', 'portfolios', 'notifications'])(
    'is a cache of %s, where another address tells',
    async (name) => {
      expect(await judged(kept, name)).toMatchObject([{ cause: 'an answer carries data of another user' }]);
    },
  );
});

describe('a list that has another order when both ask at once, and elements in common with the other user’s', () => {
  const lists = { first: ['x', 'y'], second: ['y', 'z'] };
  const other = { first: 'second', second: 'first' } as const;
  const isAtOnce = (step: string) => /^(together|again)-\d/.test(step);
  const listOf = (step: string, of: Who) => (isAtOnce(step) ? lists[of].toReversed() : lists[of]);
  const replicas = ['a', 'b'];
  /** As chosen for each user by chance, but for the first answers, in which it seems to tell the users apart. */
  const replicaOf = ({ step, who, nth }: Asked) =>
    replicas[step.startsWith('baseline') ? Number(who === 'second') : nth % 2];

  test('is the user’s own beside what varies', async () => {
    expect(await judged(({ step, who, nth }) => ({ at: nth, list: listOf(step, who) }))).toEqual(held);
  });

  test('is the user’s own where replicas that name themselves seemed to tell the users apart', async () => {
    const body = (asked: Asked) => ({ list: listOf(asked.step, asked.who), servedBy: replicaOf(asked) });
    expect(await judged(body)).toEqual(held);
  });

  test.each<[string, (asked: Asked) => object]>([
    ['what varies', ({ nth }) => ({ at: nth })],
    ['replicas that name themselves', (asked) => ({ servedBy: replicaOf(asked) })],
  ])('is violated beside %s where it is the other user’s', async (_what, beside) => {
    const isMixedUp = (step: string) => /^(together|again)-[34]/.test(step);
    const body = (asked: Asked) => {
      const { step, who } = asked;
      return { list: isMixedUp(step) ? lists[other[who]] : listOf(step, who), ...beside(asked) };
    };
    expect((await judged(body)).map(({ kind }) => kind)).toContain('violated');
  });
});

describe('replicas that name themselves, where the users have the same', () => {
  test.each<[Who]>([['first'], ['second']])(
    'accuse nobody where only the %s user is sent to either, until nobody else asks',
    async (strange) => {
      const judgements = await judged(({ step, who, nth }) => {
        const isSteady = step.startsWith('baseline') || (who !== strange && !step.startsWith('alone'));
        const ofSecond = isSteady ? who === 'second' : nth % 2 === 1;
        return { data: [], servedBy: ofSecond ? 'b' : 'a' };
      });
      expect(judgements).toMatchObject([{ kind: 'not-run' }]);
    },
  );
});
