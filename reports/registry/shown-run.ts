import type { Result } from '../../engine/result.ts';
import type { Incomplete } from '../certificate/why-none.ts';
import { clip } from '../html/clipped.tsx';
import { makeVisible } from '../html/visible.ts';
import { plain } from '../plain.ts';
import { implementationName, type RecordedRun } from './recorded-run.ts';

export type ShownRun = Readonly<{
  run: RecordedRun;
  shown: Result;
}>;

export const showResult = ({ result }: RecordedRun): Result => ({
  ...makeVisible(result),
  part: result.part,
});

/** Returns the beginning of a string, with an ellipsis if it was cut. */
export function shorten(text: string, bytes: number): string {
  const beginning = clip(text, bytes);
  return beginning.length === text.length ? text : `${beginning}…`;
}

export const shownName = (shown: Result): string => shorten(implementationName(shown), 160);

/** Formats the day and the time of a run, in UTC. */
export function momentOf({ began, result }: RecordedRun): {
  readonly day: string;
  readonly time: string;
} {
  if (!Number.isFinite(began)) return { day: plain(result.run.startedAt), time: '' };
  const iso = new Date(began).toISOString();
  return { day: iso.slice(0, 10), time: `${iso.slice(11, 16)} UTC` };
}

export const incompleteWords = {
  'ended-early': 'ended early',
  selection: 'a selection of requirements',
} as const satisfies Record<Incomplete, string>;
