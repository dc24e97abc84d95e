import { expect, test } from 'vitest';
import {
  alone,
  following,
  inFlight,
  mannerOf,
  onSameConnection,
  type Recipe,
} from '../../../engine/catalogue/recipe.ts';
import type { Exchange } from '../../../engine/exchange/exchange.ts';
import type { Request } from '../../../engine/exchange/request.ts';
import { commandsOf } from '../../../engine/outcome/commands.ts';
import { type Exhibit, exhibit } from '../../../engine/outcome/finding.ts';
import { followRecipe, ofRequests } from '../../../engine/run/run-recipe.ts';
import { manners } from '../../../reports/recipe-words.ts';
import { answered } from '../../suites/answered.ts';

const of = (path: string): Exchange => answered({ request: { path } });
const [judged, other] = [of('/judged'), of('/other')] as const;

/** Follows a recipe twice. Resolves to what was sent, and to the most that was in flight. */
async function followed(recipe: Recipe<Request>) {
  const sent: string[] = [];
  const waited: number[] = [];
  let [flying, most] = [0, 0];
  const times = await followRecipe(ofRequests(recipe, judged.request), 2, 'a', {
    ask: async (step, { path, connection }) => {
      sent.push([step, path, connection].join(' '));
      most = Math.max(most, ++flying);
      await Promise.resolve();
      flying--;
      return judged;
    },
    wait: async (ms) => waited.push(ms),
  });
  return { sent, waited, most, judged: times.map(({ length }) => length) };
}

test.each<[what: string, Recipe<Request>, sent: readonly string[], more?: object]>([
  ['a request alone', alone, ['a-1 /judged a-1:a-1-new', 'a-2 /judged a-2:a-2-new']],
  [
    'one after another, on two connections',
    following(other.request),
    [
      'a-1-before /other a-1:a-1-before-new',
      'a-1 /judged a-1:a-1-new',
      'a-2-before /other a-2:a-2-before-new',
      'a-2 /judged a-2:a-2-new',
    ],
  ],
  [
    'both on one connection',
    onSameConnection(other.request),
    [
      'a-1-before /other a-1:shared',
      'a-1 /judged a-1:shared',
      'a-2-before /other a-2:shared',
      'a-2 /judged a-2:shared',
    ],
  ],
  [
    'copies at the same time, whose connections a first time opens',
    inFlight(2),
    [0, 1, 2].flatMap((nth) => [`a-${nth}-0 /judged a:0-0`, `a-${nth}-1 /judged a:0-1`]),
    { most: 2, judged: [2, 2] },
  ],
  [
    'pairs at the same time',
    inFlight(1, other.request),
    [0, 1, 2].flatMap((nth) => [`a-${nth}-before /other a:0-0`, `a-${nth} /judged a:1-0`]),
    { most: 2, judged: [1, 1] },
  ],
  [
    'one after a pause and another one twice',
    following(other.request, { afterMs: 70, times: 2 }),
    [1, 2].flatMap((nth) => [
      ...[0, 1].map(
        (copy) => `a-${nth}-before-${copy} /other a-${nth}:a-${nth}-before-${copy}-new`,
      ),
      `a-${nth} /judged a-${nth}:a-${nth}-new`,
    ]),
    { waited: [70, 70] },
  ],
])('sends %s', async (_what, recipe, sent, more = {}) => {
  const usual = { sent, waited: [], most: 1, judged: [1, 1] };
  expect(await followed(recipe)).toEqual({ ...usual, ...more });
});

test.each<[Recipe<Exhibit>, ReturnType<typeof mannerOf>, command: RegExp, words: string]>([
  [onSameConnection(exhibit(other)), 'same-connection', / --next /, ', on the same connection'],
  [inFlight(3), 'in-flight', /^\(for i in 1 2 3; /, ', 3 at the same time'],
  [following(exhibit(other), { afterMs: 2_000 }), 'pause', /^sleep 2\n/, ', after a pause of 2 s'],
  [following(exhibit(other), { times: 9 }), 'many', /^for i in \$\(seq 9\)/, ', 9 times'],
])(
  'a broken recipe changes what is sent, the commands and the words: %#',
  async (recipe, manner, command, words) => {
    const all = async ({ steps }: Recipe<Exhibit>) => {
      const requests = steps.map(({ exchange, ...how }) =>
        exchange ? { ...how, exchange: other.request } : how,
      );
      return {
        manner: mannerOf({ steps }),
        sent: await followed({ steps: requests }),
        commands: commandsOf({ steps }, exhibit(judged), ({ request }) => ({
          options: `${request.path}`,
        })),
        words: manners(steps[0]),
      };
    };
    const whole = await all(recipe);
    expect(whole).toMatchObject({ manner, words, commands: expect.stringMatching(command) });
    const broken = await all({
      steps: recipe.steps.map(({ exchange }) => (exchange ? { exchange } : {})),
    });
    expect(broken.manner).not.toBe(manner);
    expect(broken.sent).not.toEqual(whole.sent);
    expect(broken.commands).not.toMatch(command);
    expect(broken.words).toBe('');
  },
);
