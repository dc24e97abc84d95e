import { createColors } from 'picocolors';
import type { Failure, RequirementResult, Result } from '../engine/result.ts';
import { clipped } from './clipped.ts';
import { counted } from './counted.ts';
import { groupBy } from './group-by.ts';
import { placeWords } from './html/places.ts';
import { butOnlyKnown, knownLines } from './known-failures.ts';
import { plain } from './plain.ts';
import { replayLine } from './shell-lines.ts';
import { openRequirements } from './verdict-reasons.ts';

const shownPlaces = 12;
/** The most characters of a string that may quote the target. */
const longest = 600;

type Colors = ReturnType<typeof createColors>;

/** `quiet`: only problems and the verdict. `verbose`: also the outcome of each requirement. */
export type Detail = 'quiet' | 'normal' | 'verbose';

/** A result for a terminal or a log, in two parts. */
export interface ConsoleReport {
  /** Outcomes by area, then each finding and each notice. */
  readonly findings: string;
  readonly verdict: string;
}

/** Renders a result for a terminal or a log. */
export function consoleReport(result: Result, folder: string, coloured: boolean, detail: Detail): ConsoleReport {
  const colors = createColors(coloured);
  const lines = [
    ...outcomeLines[detail](result, colors),
    ...openLines(result, colors),
    ...findingLines(result, folder, colors),
  ];
  for (const { where, message } of result.harnessErrors) {
    lines.push('', colors.magenta(`Harness error in ${plain(where)}:`), `  Message: ${plain(message)}`);
  }
  for (const notice of result.notices) lines.push('', colors.yellow(`Notice: ${plain(notice)}`));
  lines.push(...knownLines(result, colors));
  const [verdict, ...facts] = verdictLines(result, folder, colors);
  return {
    findings: lines.length === 0 ? '' : `${lines.join('\n').trimStart()}\n\n`,
    verdict: [verdict, ...(detail === 'quiet' ? [] : facts), ''].join('\n'),
  };
}

const signs = { pass: '✓', fail: '✗', warn: '!', observed: '·', inconclusive: '?', 'not-run': '–' } as const;
const tones = {
  pass: 'green',
  fail: 'red',
  warn: 'yellow',
  observed: 'dim',
  inconclusive: 'magenta',
  'not-run': 'dim',
} as const;

const outcomeLines = { quiet: () => [], normal: outcomeRows, verbose: requirementLines } as const;

/** One line for each group of requirements, with a sign for each requirement. */
function outcomeRows(result: Result, colors: Colors): string[] {
  const groups = groupBy(shownRequirements(result), ({ id }) => id.split('/')[0] ?? '');
  const width = Math.max(0, ...[...groups.keys()].map((group) => group.length));
  return [...groups].map(([group, all]) => {
    const row = all.map(({ outcome }) => colors[tones[outcome]](signs[outcome])).join('');
    const cases = all.reduce((sum, requirement) => sum + requirement.cases, 0);
    return `${group.padEnd(width)}  ${row}  ${colors.dim(`${cases} ${cases === 1 ? 'case' : 'cases'}`)}`;
  });
}

/** Lists each requirement, by area. */
function requirementLines(result: Result, colors: Colors): string[] {
  return [...groupBy(shownRequirements(result), ({ area }) => area)].flatMap(([area, all], at) => [
    ...(at === 0 ? [] : ['']),
    colors.bold(area),
    ...all.map(({ id, outcome, cases, reason }) => {
      const said = colors.dim(reason === undefined ? counted(cases, 'case') : clipped(reason, longest));
      return `  ${colors[tones[outcome]](`${signs[outcome]} ${id}  ${outcome}`)}  ${said}`;
    }),
  ]);
}

function shownRequirements({ requirements }: Result): readonly RequirementResult[] {
  return requirements.filter(({ claimed, outcome }) => claimed || outcome !== 'not-run');
}

/** Lists the claimed `must` requirements that could not be assessed, by reason. */
function openLines(result: Result, colors: Colors): string[] {
  const open = openRequirements(result);
  if (open.length === 0) return [];
  const byReason = new Map<string, string[]>();
  for (const { id, reason = '' } of open) byReason.set(reason, [...(byReason.get(reason) ?? []), id]);
  return [
    '',
    colors.magenta('Not assessed'),
    ...[...byReason].flatMap(([reason, ids]) => [
      `  ${ids.join(', ')}`,
      colors.dim(`    Reason: ${clipped(reason, longest)}`),
    ]),
  ];
}

/** Lists the findings by area, with their numbers in the result. */
function findingLines({ failures, requirements }: Result, folder: string, colors: Colors): string[] {
  const areas = new Map<string, string>(requirements.map(({ id, area }) => [id, area]));
  const numbered = failures.map((failure, at) => ({ failure, nth: at + 1 }));
  return [...groupBy(numbered, ({ failure }) => areas.get(failure.requirement) ?? '')].flatMap(([area, all]) => [
    '',
    colors.bold(plain(area)),
    ...all.flatMap(({ failure, nth }) => failureLines(failure, nth, folder, colors)),
  ]);
}

function failureLines(failure: Failure, nth: number, folder: string, colors: Colors): string[] {
  const { requirement, outcome, cause, changed, expected, actual, places, reproduced, request, curl, replay } = failure;
  const head = outcome === 'fail' ? colors.red(`✗ ${plain(requirement)}`) : colors.yellow(`! ${plain(requirement)}`);
  const more = places.length > shownPlaces ? `, and ${places.length - shownPlaces} more` : '';
  const shown = places
    .slice(0, shownPlaces)
    .map(({ endpoint, count }) => plain(count > 1 ? `${placeWords(endpoint)} (${count})` : placeWords(endpoint)))
    .join(', ');
  const again = reproduced.of > 0 ? `${reproduced.times} of ${reproduced.of} times` : 'not sent again';
  return [
    '',
    `${nth}. ${head}  ${plain(cause)}`,
    `   Places      ${shown}${more}`,
    ...(request ? [`   Request     ${plain(`${request.method} ${request.url}`)}`] : []),
    ...(changed ? [`   Changed     ${clipped(changed, 2 * longest)}`] : []),
    `   Expected    ${clipped(expected, longest)}`,
    `   Actual      ${clipped(actual, longest)}`,
    `   Reproduced  ${again}`,
    ...(curl ? [`   curl        ${plain(curl)}`] : []),
    ...(replay ? [`   Replay      ${replayLine(folder, nth)}`] : []),
  ];
}

/** The verdict first. */
function verdictLines(result: Result, folder: string, colors: Colors): string[] {
  const { verdict, totals, run, claim, waived, interrupted, target } = result;
  const sign = { conformant: colors.green, 'non-conformant': colors.red, inconclusive: colors.magenta }[verdict];
  const counts = [
    `${totals.pass} passed`,
    `${totals.fail} failed`,
    `${totals.warn} warnings`,
    `${totals.observed} observed`,
    `${totals.inconclusive} inconclusive`,
    `${totals.notRun} not run`,
    ...(waived.length > 0 ? [`${waived.length} waived`] : []),
  ];
  const early = interrupted === undefined ? '' : colors.magenta(`Ended early: ${plain(interrupted)}\n`);
  return [
    `${early}${colors.bold(sign(verdict.toUpperCase()))}${butOnlyKnown(result)}  ${plain(target.implementation ?? target.baseUrl)}`,
    counts.join(', '),
    colors.dim(`claim ${plain(claim.join(', '))}`),
    ...declaredLines(result).map((line) => colors.dim(line)),
    colors.dim(
      `seed ${run.seed} · ${run.depth} · ${run.requests} requests in ${(run.durationMs / 1000).toFixed(1)} s · ${folder}/result.json`,
    ),
  ];
}

/** Names the endpoints that the profile declares, so that readers do not take them for the specification's. */
function declaredLines({ profile, claim }: Result): string[] {
  const declared = profile.endpoints.filter(({ area }) => claim.includes(area));
  if (declared.length === 0) return [];
  const ids = declared.map(({ method, path }) => `${method} ${path}`);
  return [`declared by the profile, not by the specification: ${plain(ids.join(', '))}`];
}
