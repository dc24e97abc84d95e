import { createColors } from 'picocolors';
import { grouped, type RequirementResult, type Result } from '../engine/result.ts';
import { clipped } from './clipped.ts';
import { counted, numeral, present } from './counted.ts';
import { before, casesWords, type Entry, entriesOf } from './finding.ts';
import { blocksByCause, linkedWords, type Numbered } from './finding-blocks.ts';
import { inWords } from './in-words.ts';
import { butOnlyKnown, knownLines } from './known-failures.ts';
import { limitsOf } from './limits.ts';
import { openGroups } from './open-groups.ts';
import { plain } from './plain.ts';
import { tokenLines } from './shell-lines.ts';
import { notSelected, obstacleOf, openRequirements } from './verdict-reasons.ts';
import { wrapped } from './wrapped.ts';

const mostNamed = 12;
/** The most characters of a string that may quote the target. */
const longest = 600;
/** The columns before the text of a line of a finding. */
const margin = 15;

type Colors = ReturnType<typeof createColors>;

/** `quiet`: only problems and the verdict. `verbose`: also the outcome of each requirement. */
export type Detail = 'quiet' | 'normal' | 'verbose';

export type ConsoleReport = Readonly<{
  findings: string;
  verdict: string;
}>;

export function consoleReport(
  stored: Result,
  folder: string,
  coloured: boolean,
  detail: Detail,
): ConsoleReport {
  const result = inWords(stored);
  const colors = createColors(coloured);
  const lines = [
    ...(result.obstacle === undefined || hasFailed(result)
      ? outcomeLines[detail](result, colors)
      : []),
    ...openLines(result, colors),
    ...findingLines(result, folder, colors),
  ];
  for (const { where, message } of result.harnessErrors) {
    lines.push(
      '',
      colors.magenta(`Harness error in ${plain(where)}:`),
      `  Message: ${plain(message)}`,
    );
  }
  for (const notice of result.notices) lines.push('', colors.yellow(`Notice: ${plain(notice)}`));
  lines.push(...knownLines(result, colors));
  const [verdict, limits, ...facts] = verdictLines(result, folder, colors);
  return {
    findings: lines.length === 0 ? '' : `${lines.join('\n').trimStart()}\n\n`,
    verdict: [verdict, limits, ...(detail === 'quiet' ? [] : facts), ''].join('\n'),
  };
}

const hasFailed = ({ totals }: Result): boolean => totals.fail + totals.warn > 0;

/** The sign and the colour of each outcome, and its word in the legend. */
const marks = {
  pass: ['✓', 'green', ''],
  fail: ['✗', 'red', ''],
  warn: ['!', 'yellow', 'warning'],
  observed: ['·', 'dim', 'observed'],
  inconclusive: ['?', 'magenta', 'not assessed'],
  'not-run': ['–', 'dim', 'not run'],
} as const satisfies Record<RequirementResult['outcome'], readonly [string, keyof Colors, string]>;

function marked(outcome: keyof typeof marks, colors: Colors, text = '') {
  const [sign, colour] = marks[outcome];
  return colors[colour](`${sign}${text}`);
}

const outcomeLines = { quiet: () => [], normal: outcomeRows, verbose: requirementLines } as const;

function outcomeRows(result: Result, colors: Colors) {
  const groups = grouped(shownRequirements(result), ({ id }) => id.split('/')[0] ?? '');
  const width = Math.max(0, ...[...groups.keys()].map((group) => group.length));
  const most = Math.max(0, ...[...groups.values()].map(({ length }) => length));
  const casesIn = (all: readonly RequirementResult[]) =>
    all.reduce((sum, { cases }) => sum + cases, 0);
  const rows = [...groups].map(([group, all]) => {
    const row = all.map(({ outcome }) => marked(outcome, colors)).join('');
    const count = casesIn(all);
    const cases = colors.dim(`${numeral(count).padStart(6)} ${count === 1 ? 'case' : 'cases'}`);
    return `${group.padEnd(width)}  ${row}${' '.repeat(most - all.length)}  ${cases}`;
  });
  const present = new Set(shownRequirements(result).map(({ outcome }) => outcome));
  const legend = Object.entries(marks)
    .filter(([outcome, [, , words]]) => words !== '' && present.has(outcome as keyof typeof marks))
    .map(([, [sign, , words]]) => `${sign} ${words}`);
  const isMore = casesIn(result.requirements) > result.run.requests;
  return [
    ...rows,
    ...(legend.length > 0 ? [colors.dim(legend.join('  '))] : []),
    ...(isMore ? [colors.dim(casesWords)] : []),
  ];
}

function requirementLines(result: Result, colors: Colors) {
  return [...grouped(shownRequirements(result), ({ area }) => area)].flatMap(([area, all], at) => [
    ...(at === 0 ? [] : ['']),
    colors.bold(area),
    ...all.map(({ id, outcome, cases, reason }) => {
      const said = reason === undefined ? counted(cases, 'case') : clipped(reason, longest);
      return `  ${marked(outcome, colors, ` ${id}  ${outcome}`)}  ${colors.dim(said)}`;
    }),
  ]);
}

function shownRequirements({ requirements }: Result) {
  const unselected = new Set(notSelected({ requirements }));
  return requirements.filter(
    (one) => (one.claimed || one.outcome !== 'not-run') && !unselected.has(one),
  );
}

/** First those that the verdict needs. */
function openLines(result: Result, colors: Colors) {
  const open = openRequirements(result);
  // They have a question mark in the matrix as well.
  const isOther = (one: RequirementResult) =>
    one.claimed && one.outcome === 'inconclusive' && !open.includes(one);
  const others = result.requirements.filter(isOther);
  if (open.length + others.length === 0) return [];
  const obstacle = obstacleOf(result);
  if (obstacle !== undefined) {
    const all = result.requirements.filter(
      ({ claimed, outcome }) => claimed && outcome !== 'pass',
    ).length;
    return [
      '',
      colors.magenta(`Not assessed: ${counted(all, 'requirement')}`),
      ...reasonLines(obstacle),
    ];
  }
  return [
    '',
    colors.magenta('Not assessed'),
    ...openGroups([...open, ...others]).flatMap(({ reason, ids }) => [
      ...wrapped(listed(ids), 2, ', '),
      ...reasonLines(reason).map((line) => colors.dim(line)),
    ]),
  ];
}

function listed(ids: readonly string[]) {
  const more = ids.length - mostNamed;
  return [...ids.slice(0, mostNamed), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

const reasonLines = (reason: string) => wrapped(`Reason: ${clipped(reason, longest)}`, 4);

function findingLines(result: Result, folder: string, colors: Colors) {
  const { failures } = result;
  const preparing = tokenLines(failures).map((line) => colors.dim(line));
  const findings = blocksByCause(failures).flatMap((block) => [
    ...failureLines(block, folder, colors, result),
    ...block.linked.flatMap((one, at) =>
      entry(at === 0 ? 'Same cause' : '', plain(linkedWords(one, result))),
    ),
  ]);
  return [...(preparing.length > 0 ? ['', ...preparing] : []), ...findings];
}

function failureLines({ failure, nth }: Numbered, folder: string, colors: Colors, result: Result) {
  const { id, requirement, outcome, title } = failure;
  const head = marked(outcome, colors, ` ${plain(requirement)}`);
  const named = id === undefined ? '' : colors.dim(`  ${plain(id)}`);
  return [
    '',
    `${nth}. ${head}  ${plain(title)}${named}`,
    ...entriesOf(failure, result, folder)
      .filter(({ label }) => label !== before)
      .flatMap(entryLines),
  ];
}

function entryLines({ label, kind, lines }: Entry) {
  switch (kind) {
    case 'text':
    case 'exchange':
      return lines.flatMap((line) => entry(label, clipped(plain(line), 2 * longest)));
    case 'names':
      return lines.flatMap((line) => entry(label, plain(line), ', '));
    case 'list':
      return lines.flatMap((line, at) => entry(at === 0 ? label : '', plain(`${at + 1}. ${line}`)));
    case 'commands':
      // Not wrapped, so that they can be copied.
      return lines.map(
        (line, at) => `   ${(at === 0 ? label : '').padEnd(margin - 3)}${plain(line)}`,
      );
  }
}

function entry(name: string, text: string, separator?: string) {
  const [first = '', ...rest] = wrapped(text, margin, separator);
  return [`   ${name.padEnd(margin - 3)}${first.trimStart()}`, ...rest];
}

function verdictLines(result: Result, folder: string, colors: Colors) {
  const { verdict, totals, run, claim, waived, interrupted, target } = result;
  const sign = {
    conformant: colors.green,
    'non-conformant': colors.red,
    inconclusive: colors.magenta,
  }[verdict];
  const name = plain(target.implementation ?? target.baseUrl);
  const requests = counted(run.requests, 'request');
  const seconds = (run.durationMs / 1000).toFixed(1);
  const unselected = notSelected(result).length;
  const counts = present(
    `${totals.pass} passed`,
    `${totals.fail} failed`,
    counted(totals.warn, 'warning'),
    `${totals.observed} observed`,
    `${totals.inconclusive} inconclusive`,
    `${totals.notRun - unselected} not run`,
    unselected > 0 && `${unselected} not selected`,
    waived.length > 0 && `${waived.length} waived`,
  );
  const besides =
    verdict === 'conformant' && totals.warn > 0
      ? ` with ${counted(totals.warn, 'warning')}`
      : butOnlyKnown(result);
  const early =
    interrupted === undefined ? '' : colors.magenta(`Ended early: ${plain(interrupted)}\n`);
  return [
    `${early}${colors.bold(sign(verdict.toUpperCase()))}${besides}  ${name}`,
    wrapped(limitsOf(result), 0).join('\n'),
    counts.join(', '),
    colors.dim(`claim ${plain(claim.join(', '))}`),
    ...declaredLines(result).map((line) => colors.dim(line)),
    colors.dim(
      `seed ${run.seed} · ${run.depth} · ${requests} in ${seconds} s · ${folder}/result.json`,
    ),
  ];
}

/** So that readers do not take these endpoints for the specification's. */
function declaredLines({ profile, claim }: Result) {
  const declared = profile.endpoints.filter(({ area }) => claim.includes(area));
  if (declared.length === 0) return [];
  const ids = declared.map(({ method, path }) => `${method} ${path}`);
  return [`declared by the profile, not by the specification: ${plain(ids.join(', '))}`];
}
