import { describe, expect, test } from 'vitest';
import { variables } from '../../../cli/config/settings.ts';
import { enough, type Given, over, refusal } from './given.ts';

/**
 * A wrong configuration and its only problem. A text that ends in `…` needs to match only a part.
 */
export type Row = readonly [
  given: Given,
  key: string,
  source: string,
  found: string | RegExp,
  cure: string,
];

/**
 * Returns the row of variables, added to `enough`, of which the last is wrong. `item` is appended
 * to its key.
 */
export function variable(
  env: Readonly<Record<string, string>>,
  found: string | RegExp,
  cure: string,
  { item = '', key }: { readonly item?: string; readonly key?: string } = {},
): Row {
  const name = Object.keys(env).at(-1) ?? '';
  return [over(env), key ?? `${variables[name] ?? name}${item}`, name, found, cure];
}

/** Returns the row of flags, of which the last is wrong. */
export function flag(
  flags: Readonly<Record<string, string>>,
  key: string,
  found: string,
  cure: string,
  env = {},
): Row {
  const name = Object.keys(flags).at(-1) ?? '';
  return [
    { flags, env },
    key,
    `flag --${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    found,
    cure,
  ];
}

/** Returns the row of a wrong harness.config.json. `files` are other files in the folder. */
export function file(
  config: object,
  key: string,
  found: string | RegExp,
  cure: string,
  files = {},
): Row {
  return [{ config, files }, key, 'harness.config.json', found, cure];
}

/** Returns the row of a wrong profile in harness.config.json. */
export function profile(
  value: object,
  key: string,
  found: string | RegExp,
  cure: string,
  files = {},
): Row {
  return file({ profile: value }, `profile.${key}`, found, cure, files);
}

export function missing(key: string, given: Given, cure: string): Row {
  return [given, key, 'not set', 'nothing', cure];
}

export const inRange = 'Choose a number in that range.';
export const correct = 'Correct the value.';
export const chooseOne = 'Choose one of them.';
export const nameOnce = 'Name each item once.';
export const remove = 'Remove it.';

/** No message may contain one of these. Every secret in the rows contains one of them. */
const secrets = [
  'swordfish',
  '4711',
  enough.M2M_CLIENT_ID,
  enough.M2M_CLIENT_SECRET,
  enough.M2M_USER_ID.slice(1),
];

const like = (text: string | RegExp) => {
  if (typeof text !== 'string') return expect.stringMatching(text);
  return text.endsWith('…') ? expect.stringContaining(text.slice(0, -1)) : text;
};

/**
 * One test per row: the error has exactly this problem, says what is accepted, and its message
 * contains no secret.
 */
export function describeRefusals(title: string, rows: readonly Row[]): void {
  const named = rows.map(
    ([given, key, source, found, cure]) => [key, source, found, cure, given] as const,
  );
  describe(title, () => {
    test.each(named)('%s (%s): %s', async (key, source, found, cure, given) => {
      const error = await refusal(given);
      const accepted = expect.stringMatching(/./);
      expect(error.problems).toEqual([
        { key, source, found: like(found), accepted, cure: like(cure) },
      ]);
      const [problem] = error.problems;
      const place = key === source ? key : `${key} (${source})`;
      expect(error.message).toBe(
        `${place}: found ${problem?.found}; accepted: ${problem?.accepted}. ${problem?.cure}`,
      );
      for (const secret of secrets)
        expect(error.message.replaceAll(`such as ${enough.M2M_USER_ID}`, '')).not.toContain(secret);
    });
  });
}
