import { describe, expect, it } from 'vitest';
import { enough, type Given, refusal } from './given.ts';

/** What is wrong, and the one problem that it has to lead to. */
export type Row = readonly [
  name: string,
  given: Given,
  key: string,
  source: string,
  found: string | RegExp,
  cure: string,
];

/** In the rows, whatever must not be printed is or holds this word, or is a credential of `enough`. */
const secrets = [
  'swordfish',
  '4711',
  enough.HARNESS_CLIENT_ID,
  enough.HARNESS_CLIENT_SECRET,
  enough.HARNESS_USER_ID.slice(1),
];

/** One test a row: exactly this problem, with something said of what is accepted, and no secret in the message. */
export function describeRefusals(title: string, rows: readonly Row[]): void {
  describe(title, () => {
    it.each(rows)('%s', async (_name, given, key, source, found, cure) => {
      const error = await refusal(given);
      expect(error.problems).toEqual([
        {
          key,
          source,
          found: typeof found === 'string' ? found : expect.stringMatching(found),
          accepted: expect.stringMatching(/./),
          cure,
        },
      ]);
      const [problem] = error.problems;
      const place = key === source ? key : `${key} (${source})`;
      expect(error.message).toBe(`${place}: found ${problem?.found}; accepted: ${problem?.accepted}. ${cure}`);
      for (const secret of secrets)
        expect(error.message.replaceAll(`such as ${enough.HARNESS_USER_ID}`, '')).not.toContain(secret);
    });
  });
}
