import type { Failure, Result } from '../engine/result.ts';
import { clipped } from './clipped.ts';
import {
  againLines,
  needsEntry,
  placesShown,
  requestEntries,
  sameCauseWords,
} from './finding-words.ts';
import { likelyCauses, statementWords } from './likely-causes.ts';
import { replayLine, tokenLines } from './shell-lines.ts';

/** The most characters of a line. A request of a megabyte makes a curl command of a megabyte. */
const longest = 4_000;
const shownPlaces = 20;

/**
 * Describes a finding as plain text: what is wrong, where, and, if it is `guided`, what to look at.
 */
export function findingText(failure: Failure, all: readonly Failure[], guided: boolean): string {
  const { title, changed, expected, actual, second, needs } = failure;
  const same = sameCauseWords(failure, all);
  const named = placesShown(failure).map(({ name }) => name);
  const rest = named.length > shownPlaces ? `, and ${named.length - shownPlaces} more` : '';
  const shown = named.slice(0, shownPlaces);
  return [
    shorten(title),
    ...(same === undefined ? [] : [`(${same})`]),
    ...(changed === undefined ? [] : [`Changed: ${shorten(changed)}`]),
    `Expected: ${shorten(expected)}`,
    `Actual: ${shorten(actual)}`,
    ...(second ? requestEntries(failure).map((entry) => shorten(entry.join(': '))) : []),
    `Places: ${shorten(shown.join(', '))}${rest}`,
    ...againLines(failure),
    ...(needs === undefined ? [] : [needsEntry(shorten(needs)).join(': ')]),
    ...(guided ? adviceLines(failure) : []),
  ].join('\n');
}

function adviceLines(failure: Failure): readonly string[] {
  const said = statementWords(failure);
  return [
    ...likelyCauses(failure).map(({ suspect, look }) => `Look at: ${suspect} ${look}`),
    ...(said === '' ? [] : [`Statement: ${said}`]),
  ];
}

/**
 * Returns the commands that send the request of the nth failure again. `folder` contains the
 * result, or is its file.
 */
export function commandsOf(
  { curl, replay, ...failure }: Failure,
  nth: number,
  folder: string,
): string[] {
  const isWhole = curl !== undefined && curl.length <= longest;
  return [
    ...(isWhole ? tokenLines([{ ...failure, curl }]) : []),
    ...(isWhole ? curl.split('\n').map(shorten) : []),
    ...(curl !== undefined && !isWhole ? ['The curl command is in result.json.'] : []),
    ...(replay ? [replayLine(folder, nth)] : []),
  ];
}

/**
 * Describes each finding of a requirement on an endpoint, with its commands. Empty if there is
 * none.
 */
export function findingsText(
  { failures }: Result,
  requirement: string,
  endpoint: string,
  folder: string,
): string {
  return failures
    .map((failure, at) => ({ failure, nth: at + 1 }))
    .filter(({ failure }) => failure.requirement === requirement)
    .filter(({ failure: { places } }) => places.some((one) => one.endpoint === endpoint))
    .map(({ failure, nth }, at) =>
      [findingText(failure, failures, at === 0), ...commandsOf(failure, nth, folder)].join('\n'),
    )
    .join('\n\n');
}

function shorten(text: string): string {
  return clipped(text, longest);
}
