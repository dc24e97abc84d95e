import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createColors } from 'picocolors';
import { isColoured } from '../../reports/coloured.ts';
import { placeWords } from '../../reports/html/places.ts';
import { plain } from '../../reports/plain.ts';
import { recipeWords } from '../../reports/recipe-words.ts';
import {
  type Config,
  catalogue,
  causeId,
  type Exchange,
  type Exhibit,
  endpointTable,
  type Failure,
  type Finding,
  loadRequest,
  type Result,
} from '../engine.ts';
import { readOwnEvidence, requireOwnVersion, resultOf } from '../evidence.ts';
import { exitCodes, InputError } from '../exit.ts';
import { lockUser } from '../lock-file.ts';
import { printJson } from '../page.ts';
import {
  forbidden,
  lackedCondition,
  type Replayed,
  replayFailure,
  takesWholeRun,
  wholeRunCommand,
} from '../replay/replay-failure.ts';
import { readWholeResult } from '../result-folder.ts';
import { embeddedName, type RunFlags, withTarget } from '../target.ts';
import { version } from '../version.ts';

export async function replay(
  file: string,
  { failure, ...flags }: RunFlags & { failure?: string },
): Promise<number> {
  const result = await readRecorded(file);
  const failures = failuresOf(result, failure);
  if (failures.length === 0) {
    if (flags.json) printJson({ failures: [] });
    else process.stdout.write('There are no failures to send again.\n');
    return exitCodes.conformant;
  }
  return withTarget(flags, async (target) => {
    const config = asRecorded(target.config, result);
    const elsewhere = sameMake(result, config);
    if (!flags.json && !flags.quiet) process.stdout.write(elsewhere);
    const unlock = await lockUser(config);
    return replayAll(failures, config, result, flags).finally(unlock);
  });
}

function asRecorded(config: Config, { run, claim }: Result) {
  const { only: _only, shard: _shard, ...rest } = config;
  return { ...rest, seed: run.seed, depth: run.depth, strict: run.strict, claim };
}

/**
 * Throws an `InputError` if the failures of a real target would be replayed on the embedded
 * reference, which passes.
 */
function sameMake({ target }: Result, config: Config) {
  const isEmbedded = config.target.implementation === embeddedName;
  if (isEmbedded && target.implementation !== embeddedName) {
    throw new InputError(
      `The failures were recorded from ${target.baseUrl}, and no target is configured. ` +
        'Set M2M_BASE_URL and its credentials, or name a configuration with --config.',
    );
  }
  return isEmbedded || config.target.baseUrl === target.baseUrl
    ? ''
    : `Recorded from ${plain(target.baseUrl)}, sent to ${config.target.baseUrl}\n`;
}

async function replayAll(
  failures: readonly RecordedFailure[],
  config: Config,
  result: Result,
  { json, quiet }: RunFlags,
): Promise<number> {
  const coloured = isColoured(process.stdout);
  const print = (text: string) => json || process.stdout.write(text);
  const all: [RecordedFailure, readonly Replayed[]][] = [];
  for (const recorded of failures) {
    if (!quiet) print(failureHead(recorded, coloured));
    const replayed = await replayOne(recorded, config, result);
    const shown = quiet
      ? replayed.filter(({ outcome }) => outcome !== 'no-longer-fails')
      : replayed;
    if (quiet && shown.length > 0) print(failureHead(recorded, coloured));
    for (const one of shown) print(replayedLine(one, coloured));
    all.push([recorded, replayed]);
  }
  const outcomes = all.flatMap(([, replayed]) => replayed);
  print(`${quiet ? '' : '\n'}${replayedSum(outcomes)}`);
  if (json) printJson({ failures: all.map(replayedJson) });
  if (outcomes.some(({ outcome }) => outcome === 'still-fails')) return exitCodes.nonConformant;
  if (outcomes.some(({ harnessFailed }) => harnessFailed)) return exitCodes.harnessError;
  return outcomes.some(({ outcome }) => outcome === 'not-judged')
    ? exitCodes.inconclusive
    : exitCodes.conformant;
}

async function replayOne({ findings }: RecordedFailure, config: Config, { run }: Result) {
  const endpoints = endpointTable(catalogue, config.profile);
  const left: Replayed[] = [];
  const sendable = findings.filter((finding) => {
    const why = takesWholeRun(finding)
      ? `only a whole run can show it: ${wholeRunCommand(run)}`
      : forbidden(finding, endpoints, config.allow);
    if (why !== undefined) left.push({ finding, outcome: 'not-judged', said: why });
    return why === undefined;
  });
  const replayed = await replayFailure({
    config,
    version,
    runId: randomUUID(),
    startedAt: new Date().toISOString(),
    findings: sendable,
  });
  return [...replayed.map((one) => believed(one, config, run)), ...left];
}

/** A failure that does not occur is judged only if the replay had the conditions that it needs. */
function believed(replayed: Replayed, config: Config, run: Result['run']): Replayed {
  if (replayed.outcome !== 'no-longer-fails') return replayed;
  const lacked = lackedCondition(replayed.finding, config, run);
  return lacked === undefined ? replayed : { ...replayed, outcome: 'not-judged', said: lacked };
}

function failureHead({ nth, failure }: RecordedFailure, coloured: boolean) {
  const colors = createColors(coloured);
  const { requirement, title, expected, request, recipe } = failure;
  const earlier = recipe?.steps.slice(0, recipe.judged) ?? [];
  const rows = [
    ...(request ? [['Request', `${request.method} ${request.url}`]] : []),
    ...(request?.headers ?? []).map(([field, value]) => ['Header', `${field}: ${value}`]),
    ['Body', request?.body?.slice(0, 500)],
    ...earlier.map((step) => ['Before', `${step.request.method} ${step.request.url}`]),
    ['Shows', recipeWords(failure)],
    ['Expected', expected],
  ];
  return [
    `${nth}. ${colors.bold(plain(requirement))}  ${plain(title)}`,
    ...rows.flatMap(([label = '', text]) =>
      text === undefined ? [] : [`   ${label.padEnd(11)} ${plain(text)}`],
    ),
    '',
  ].join('\n');
}

const verdicts = {
  'still-fails': ['red', 'still fails'],
  'no-longer-fails': ['green', 'no longer fails'],
  'not-judged': ['magenta', 'cannot be judged'],
} as const;

function replayedLine({ finding, outcome, said, now }: Replayed, coloured: boolean) {
  const colors = createColors(coloured);
  const recorded = finding.exchange
    ? `recorded ${statusOf(finding.exchange.answer)}`
    : 'recorded without a request';
  const trace = now?.traceId === undefined ? '' : ` in trace ${now.traceId}`;
  const answers = now ? `${recorded}, now ${statusOf(now.answer)}${trace}` : recorded;
  const [tone, words] = verdicts[outcome];
  const judgement = `${colors[tone](words)} (${plain(said).slice(0, 400)})`;
  return `   ${plain(placeWords(finding.endpoint))}  ${answers}: ${judgement}\n`;
}

/** `recorded` and `now` are statuses, or why there was no response. */
function replayedJson([{ nth, failure }, replayed]: readonly [
  RecordedFailure,
  readonly Replayed[],
]) {
  const { id, requirement, cause, title, expected } = failure;
  const places = replayed.map(({ finding: { endpoint, exchange }, outcome, said, now }) => ({
    endpoint,
    outcome,
    said,
    recorded: exchange && statusOf(exchange.answer),
    now: now && statusOf(now.answer),
  }));
  return { failure: nth, id, requirement, cause, title, expected, places };
}

function statusOf(answer: Exchange['answer'] | Exhibit['answer']) {
  return 'lost' in answer ? `no response (${answer.lost})` : answer.status;
}

function replayedSum(all: readonly Replayed[]) {
  const count = (outcome: Replayed['outcome']) =>
    all.filter((one) => one.outcome === outcome).length;
  const ended = `${count('no-longer-fails')} no longer, ${count('not-judged')} not judged`;
  return `${count('still-fails')} still failing, ${ended}\n`;
}

type RecordedFailure = Readonly<{
  /** The number in reports, from 1. */
  nth: number;
  failure: Failure;
  findings: readonly Finding[];
}>;

async function readRecorded(file: string) {
  const beside = join(dirname(file), 'result.json');
  const result =
    !file.endsWith('.har') || existsSync(beside)
      ? await readWholeResult(file.endsWith('.har') ? beside : file)
      : await judged(file);
  requireOwnVersion(file, result.harness.version, result.specification.catalogueSha256);
  return result;
}

async function judged(file: string) {
  const evidence = await readOwnEvidence(file);
  if (!evidence.complete) {
    throw new InputError(
      `${file} is incomplete: the run that wrote it may have been killed. Judge it with ` +
        'm2m-conformance judge, then replay that result.',
    );
  }
  return resultOf(evidence);
}

function failuresOf(result: Result, asked: string | undefined) {
  const all = result.failures.map((failure, at) => ({
    nth: at + 1,
    failure,
    findings: findingsOf(failure, result),
  }));
  if (asked === undefined) return all;
  const byId = all.find(({ failure }) => failure.id === asked);
  const chosen = byId ?? (/^\d+$/.test(asked) ? all[Number(asked) - 1] : undefined);
  if (chosen) return [chosen];
  const accepted = `Accepted: a number from 1 to ${all.length}, or the id of a failure.`;
  const range = all.length === 0 ? 'The result has no failures.' : accepted;
  throw new InputError(`--failure ${asked}: there is no such failure. ${range}`);
}

/** If only a whole run can show the failure, its findings are made from its places. */
function findingsOf({ requirement, cause, facts, places }: Failure, { part }: Result) {
  const defect = { cause, facts };
  const isOfDefect = (one: Finding) =>
    one.requirement === requirement && causeId(one) === causeId(defect);
  const found = Object.values(part.findings).filter(isOfDefect);
  try {
    for (const { exchange, recipe } of found)
      for (const one of [exchange, ...(recipe?.steps ?? []).map((step) => step.exchange)])
        if (one) loadRequest(one.request);
  } catch (error) {
    throw new InputError(
      `The result contains a request that \`run\` did not write (${(error as Error).message}).`,
    );
  }
  if (found.length > 0) return found;
  const reproduced = { of: 0, times: 0 };
  return places.map(({ endpoint, count }) => ({
    requirement,
    endpoint,
    ...defect,
    count,
    reproduced,
  }));
}
