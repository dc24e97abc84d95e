import type { Result } from '../../engine/result.ts';
import { clip } from '../html/clipped.tsx';
import { makeVisible } from '../html/visible.ts';
import { plain } from '../plain.ts';
import type { Incomplete } from './completeness.ts';
import { implementationName } from './implementation-name.ts';
import type { RecordedRun } from './recorded-run.ts';

/** The result of a run as pages show it: what would act unseen on the reader's screen stands there as its code. */
export function showResult({ result }: RecordedRun): Result {
  return { ...makeVisible(result), part: result.part };
}

/** The beginning of a text, with a sign where it goes on. */
export function shorten(text: string, bytes: number): string {
  const beginning = clip(text, bytes);
  return beginning.length === text.length ? text : `${beginning}…`;
}

/** The name of the implementation of a result that is shown. */
export function shownName(shown: Result): string {
  return shorten(implementationName(shown), 160);
}

/** Day and time of a run, in UTC. */
export function momentOf({ began, result }: RecordedRun): { readonly day: string; readonly time: string } {
  if (!Number.isFinite(began)) return { day: plain(result.run.startedAt), time: '' };
  const iso = new Date(began).toISOString();
  return { day: iso.slice(0, 10), time: `${iso.slice(11, 16)} UTC` };
}

/** Why a verdict is that of a part. */
export const incompleteWords = {
  'ended-early': 'ended early',
  selection: 'a selection of requirements',
} as const satisfies Record<Incomplete, string>;
