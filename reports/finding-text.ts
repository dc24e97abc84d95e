import type { Failure, Result } from '../engine/result.ts';
import { clipped } from './clipped.ts';
import { type Entry, entriesOf } from './finding.ts';

const longest = 4_000;

export function findingText(failure: Failure, result: Result, folder = '.'): string {
  const entries = entriesOf(failure, result, folder);
  return [shorten(failure.title), ...entries.flatMap(entryLines)].join('\n');
}

const entryLines = ({ label, lines }: Entry) =>
  lines.map((line) => shorten(label === '' ? line : `${label}: ${line}`));

export const commandsOf = (failure: Failure, result: Result): readonly string[] =>
  entriesOf(failure, result)
    .filter(({ kind }) => kind === 'commands')
    .flatMap(({ lines }) => lines.map(shorten));

/** Describes each finding of a requirement on an endpoint. Empty if there is none. */
export const findingsText = (
  result: Result,
  requirement: string,
  endpoint: string,
  folder: string,
): string =>
  result.failures
    .filter((failure) => failure.requirement === requirement)
    .filter(({ places }) => places.some((one) => one.endpoint === endpoint))
    .map((failure) => findingText(failure, result, folder))
    .join('\n\n');

const shorten = (text: string) => clipped(text, longest);
