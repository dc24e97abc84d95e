import { see } from '../engine.ts';

type Damage = Readonly<{
  /** The end of a sentence, without any part of the value. */
  found: string;
  cure: string;
}>;

type Signs = readonly (readonly [sign: RegExp, found: string, cure: string])[];

const replaced = 'Nothing replaced the name by its value: set the variable where the command runs.';

const certain: Signs = [
  [/^\$?\{\{.*\}\}$|^\$\{\w+\}$|^\$\([^()]*\)$/s, 'is the name of a variable or secret', replaced],
  [
    /^(export\s+)?(M2M|HARNESS)_\w+\s*=/,
    'starts with the name of its variable',
    'Set only what follows the = sign.',
  ],
  [/\r$/, 'ends with a carriage return', 'Save the file that sets it with Unix line ends.'],
  [/^\s|\s$/, 'starts or ends with white space', 'Remove the white space.'],
];

/** A secret may look like this. It is suspect only if it is refused. */
const possible: Signs = [
  [
    /^(["'`]).*\1$/s,
    'starts and ends with a quotation mark',
    'Remove the marks unless they belong to it.',
  ],
  [/^\$\w+$|^%\w+%$|^<[^<>]+>$/, 'looks like a placeholder', 'Replace it by the value itself.'],
  [
    /^(undefined|null|none|\*+|change-?me)$/i,
    'stands for a value that is missing or hidden',
    'Set the value itself.',
  ],
  [
    /\\[nr]$/,
    'ends with a backslash and a letter',
    'Remove both if they are meant as a line break.',
  ],
  [/[\r\n]/, 'contains a line break', 'In .env, write a value with a backslash in single quotes.'],
  [
    /[\u2018-\u201f\u00ab\u00bb]/,
    'contains a typographic quotation mark',
    'Copy it from its source as plain text.',
  ],
  [
    /[\u00a0\u00ad\u200b-\u200f\u2060\ufeff]/,
    'contains an invisible character',
    'Copy it from its source as plain text.',
  ],
];

/** In a token, which has visible ASCII characters only. */
const ofToken: Signs = [
  [/^bearer\s/i, 'starts with Bearer', 'Remove the word Bearer.'],
  [/^(["'`]).*\1$/, 'starts and ends with a quotation mark', 'Remove the quotation marks.'],
  [/[^\x21-\x7e]/, 'contains white space or other characters', 'Copy the token on its own.'],
];

export function certainDamage(text: string, isToken: boolean): Damage | undefined {
  const damage = damageOf(text, isToken ? [...certain, ...ofToken] : certain);
  return damage && { ...damage, cure: `${damage.cure} ${see('credentials')}` };
}

export function possibleDamage(text: string): Damage | undefined {
  return damageOf(text, possible);
}

/** `#` starts a comment for dotenv, and is more of the secret for people. */
export const cutAtHash: Damage = {
  found: 'ends before a #, which starts a comment there',
  cure: 'Write the whole value in quotation marks that it does not contain.',
};

function damageOf(text: string, signs: Signs) {
  const [, found, cure] = signs.find(([sign]) => sign.test(text)) ?? [];
  return found === undefined || cure === undefined ? undefined : { found, cure };
}
