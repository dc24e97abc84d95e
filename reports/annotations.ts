import type { Failure, Result } from '../engine/result.ts';
import { clipped } from './clipped.ts';
import { counted } from './counted.ts';
import { isWholeRun } from './html/places.ts';
import { inWords } from './in-words.ts';
import { verdictReasons } from './verdict-reasons.ts';

// A GitHub runner executes every line that starts with `::`, also after white space. So each
// annotation is one line, and no line starts with a string from the target:
// https://docs.github.com/actions/reference/workflow-commands-for-github-actions

/** GitHub shows at most this many annotations of each kind per step. */
const shownOfKind = 10;
const longestTitle = 120;
const longestMessage = 1_000;

/** Renders the findings as workflow commands for the log of a GitHub Actions job, one line each. */
export function renderAnnotations(stored: Result): string {
  const result = inWords(stored);
  const { failures, interrupted, harnessErrors, verdict } = result;
  const failed = failures.filter(({ outcome }) => outcome === 'fail');
  const warned = failures.filter(({ outcome }) => outcome === 'warn');
  const errors = [
    ...(interrupted === undefined ? [] : [command('error', 'the run ended early', interrupted)]),
    ...harnessErrors.map(({ where, message }) =>
      command('error', `harness error in ${where}`, message),
    ),
    ...failed.map((failure) => annotation('error', failure)),
  ];
  const warnings = warned.map((failure) => annotation('warning', failure));
  const unshown =
    Math.max(0, errors.length - shownOfKind) + Math.max(0, warnings.length - shownOfKind);
  const more = unshown > 0 ? `; ${counted(unshown, 'further finding')} in the report` : '';
  const sum = `${verdictReasons(result).join(', ')}${more}`;
  const notice = verdict !== 'conformant' || unshown > 0 ? [command('notice', verdict, sum)] : [];
  const lines = [...errors.slice(0, shownOfKind), ...warnings.slice(0, shownOfKind), ...notice];
  return lines.map((line) => `${line}\n`).join('');
}

function annotation(
  kind: 'error' | 'warning',
  { requirement, title, expected, actual, places }: Failure,
) {
  const [first, ...others] = places
    .map(({ endpoint }) => endpoint)
    .filter((endpoint) => !isWholeRun(endpoint));
  const more = others.length > 0 ? ` and ${counted(others.length, 'other endpoint')}` : '';
  const where = first === undefined ? '' : `On ${first}${more}: `;
  return command(
    kind,
    `${requirement}: ${title}`,
    `${where}expected ${expected}; actual: ${actual}`,
  );
}

function command(kind: 'error' | 'warning' | 'notice', title: string, message: string) {
  const shown = property(clipped(title, longestTitle));
  return `::${kind} title=${shown}::${data(clipped(message, longestMessage))}`;
}

const data = (text: string) =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
