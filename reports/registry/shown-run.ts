import type { Result } from '../../engine/result.ts';
import { clip } from '../html/clipped.tsx';
import { makeVisible } from '../html/visible.ts';
import { plain } from '../plain.ts';
import type { Incomplete } from './completeness.ts';
import { implementationName } from './implementation-name.ts';
import type { RecordedRun } from './recorded-run.ts';

/** A run and its result for display. */
export interface ShownRun {
  readonly run: RecordedRun;
  readonly shown: Result;
}

/** Returns the result of a run for display, with invisible characters escaped. */
export function showResult({ result }: RecordedRun): Result {
  return { ...makeVisible(result), part: result.part };
}

/** Returns the beginning of a string, with an ellipsis if it was cut. */
export function shorten(text: string, bytes: number): string {
  const beginning = clip(text, bytes);
  return beginning.length === text.length ? text : `${beginning}…`;
}

/** Returns the name of the implementation for display. */
export function shownName(shown: Result): string {
  return shorten(implementationName(shown), 160);
}

/** Formats the day and the time of a run, in UTC. */
export function momentOf({ began, result }: RecordedRun): {
  readonly day: string;
  readonly time: string;
} {
  if (!Number.isFinite(began)) return { day: plain(result.run.startedAt), time: '' };
  const iso = new Date(began).toISOString();
  return { day: iso.slice(0, 10), time: `${iso.slice(11, 16)} UTC` };
}

/** The words for why a run is incomplete. */
export const incompleteWords = {
  'ended-early': 'ended early',
  selection: 'a selection of requirements',
} as const satisfies Record<Incomplete, string>;
