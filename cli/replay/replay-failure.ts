import { type Catalogue, monitorsById, type Row, rows } from '../../engine/catalogue/catalogue.ts';
import type { Check, Monitor, Requirement } from '../../engine/catalogue/check.ts';
import { wholeRun } from '../../engine/catalogue/endpoint.ts';
import { type Case, series } from '../../engine/catalogue/series.ts';
import { type Answered, type Exchange, isAnswered } from '../../engine/exchange/exchange.ts';
import { type Key, stepKind } from '../../engine/exchange/key.ts';
import { requestText } from '../../engine/exchange/request.ts';
import { loadRequest } from '../../engine/exchange/stored-request.ts';
import { pass } from '../../engine/judging/answer.ts';
import { type Words, wordsOf } from '../../engine/outcome/cause-words.ts';
import { causeId, type Exhibit, type Finding } from '../../engine/outcome/finding.ts';
import type { Part } from '../../engine/outcome/part.ts';
import { placedCases } from '../../engine/run/series.ts';
import { openSession, type SessionInput } from '../../engine/session.ts';
import { underCondition } from './under-condition.ts';

// Replaying a failure runs a catalogue that contains only its requirement. A check keeps its
// control and its judgement, and gets the recorded request as its only case. A monitor judges the
// response to the recorded request as if the original requirement had sent it. A scenario runs as a
// whole.

/** One place of a failure, judged again. */
export interface Replayed {
  readonly finding: Finding;
  readonly outcome: 'still-fails' | 'no-longer-fails' | 'not-judged';
  /** The finding of the replay, or why it could not judge. */
  readonly said: string;
  /** Set if it could not be judged because the harness itself failed. */
  readonly harnessFailed?: true;
  /** The exchange that was judged, if it was a single one. */
  readonly now?: Exchange;
}

/** The configuration must have the seed, depth and claim of the recorded run. */
export interface ReplayInput
  extends Pick<SessionInput, 'catalogue' | 'config' | 'version' | 'runId' | 'startedAt'> {
  /** Findings of one requirement with the same cause. The permissions must allow their requests. */
  readonly findings: readonly Finding[];
}

/** Whether only a whole run can show this failure, because it takes many responses. */
export function takesWholeRun(
  catalogue: Catalogue,
  { requirement: id, exchange }: Finding,
): boolean {
  const requirement = rowOf(catalogue, id)?.requirement;
  if (requirement?.kind !== 'monitor') return false;
  if (exchange && (requirement.judge || requirement.lost)) return false;
  return requirement.probing === undefined || requirement.fold !== undefined;
}

/** Sends the requests of a failure again and judges the responses. */
export async function replayFailure(input: ReplayInput): Promise<readonly Replayed[]> {
  const { catalogue } = input;
  // A requirement applies either to endpoints or to the whole run, but a monitor can have findings
  // of both kinds.
  const onRun = input.findings.filter((finding) => unitEndpoint(catalogue, finding) === wholeRun);
  const onEndpoints = input.findings.filter((finding) => !onRun.includes(finding));
  return [...(await replayAlike(input, onEndpoints)), ...(await replayAlike(input, onRun))];
}

async function replayAlike(
  input: ReplayInput,
  findings: readonly Finding[],
): Promise<readonly Replayed[]> {
  const { catalogue } = input;
  const [first] = findings;
  const row = first && rowOf(catalogue, first.requirement);
  if (!row) return [];
  const exchanges: Exchange[] = [];
  const { part } = openSession({
    ...input,
    catalogue: catalogueOf(catalogue, row, findings),
    openEvidence: () => (exchange) => exchanges.push(exchange),
  });
  const judged = await part;
  return findings.map((finding) =>
    outcomeOf(finding, unitEndpoint(catalogue, finding), judged, exchanges, (found) =>
      wordsOf(row.requirement, found),
    ),
  );
}

/** Returns the row of the catalogue with that requirement. */
export function rowOf(catalogue: Catalogue, id: string): Row | undefined {
  return rows(catalogue).find(({ requirement }) => requirement.id === id);
}

/** A catalogue that only sends the requests of these findings again. */
function catalogueOf(catalogue: Catalogue, row: Row, findings: readonly Finding[]): Catalogue {
  const requirements = alone(catalogue, row.requirement, findings);
  const suites = requirements.map((requirement) => ({
    group: requirement.id.split('/')[0] ?? row.group,
    requirements: [requirement],
  }));
  return { ...catalogue, areas: [{ area: row.area, purpose: '', suites }] };
}

function alone(
  catalogue: Catalogue,
  requirement: Requirement,
  findings: readonly Finding[],
): Requirement[] {
  switch (requirement.kind) {
    case 'check':
      return [checkAlone(requirement, findings)];
    case 'scenario':
      return [wholeAlone(requirement, findings)];
    case 'monitor':
      return [...monitorAlone(catalogue, requirement, findings), ...before(catalogue, requirement)];
  }
}

function checkAlone(check: Check, findings: readonly Finding[]): Check {
  return {
    ...check,
    ...inPlaces(check, findings),
    ...(findings.some(({ second }) => second) ? { inSequence: true } : {}),
    cases: (bound) => {
      const own = findings.filter(
        ({ endpoint, exchange }) =>
          endpoint === bound.endpoint.id &&
          exchange !== undefined &&
          stepKind(exchange.key) !== 'follow-up',
      );
      const known = new Map(
        [...placedCases(check.cases(bound), bound.depth, bound.seed)].map((placed) => [
          requestText(placed.case.request),
          placed.case,
        ]),
      );
      return series(
        own.flatMap(({ exchange, ...finding }) => {
          if (!exchange) return [];
          const { request, ...its } = caseOf(exchange, known);
          return underCondition(finding, request).map((sent) =>
            sent.isJudged
              ? { ...its, request: sent.request }
              : { label: 'before', request: sent.request },
          );
        }),
      );
    },
    judge: (answered, control, bound) => {
      const isBefore = answered.request.purpose === 'repeat' && stepKind(answered.key) === 'case';
      return isBefore ? pass() : check.judge(answered, control, bound);
    },
  };
}

/**
 * The case of the recorded request. A shrunk request is not among the known cases, and so has no
 * proof.
 */
function caseOf({ request }: Exhibit, known: ReadonlyMap<string, Case>): Case {
  const sent = loadRequest(request);
  return known.get(requestText(sent)) ?? { request: sent, label: 'as recorded' };
}

/** Runs all steps of the requirement again. */
function wholeAlone(requirement: Requirement, findings: readonly Finding[]): Requirement {
  return { ...requirement, ...inPlaces(requirement, findings) };
}

function inPlaces(
  requirement: Requirement,
  findings: readonly Finding[],
): Pick<Requirement, 'endpoints'> {
  const ids = new Set(findings.map(({ endpoint }) => endpoint));
  const { endpoints } = requirement;
  return endpoints ? { endpoints: (endpoint) => ids.has(endpoint.id) && endpoints(endpoint) } : {};
}

function monitorAlone(
  catalogue: Catalogue,
  monitor: Monitor,
  findings: readonly Finding[],
): Requirement[] {
  const shown = findings.flatMap(({ exchange }) => (exchange ? [exchange] : []));
  // If the findings come from the monitor's own sequence of steps, it runs like a scenario.
  const { probing, fold: _fold, endpoints: _endpoints, ...rest } = monitor;
  const ownSteps =
    probing &&
    shown.every(({ key }) => key.requirement === monitor.id && stepKind(key) !== 'probe');
  if (ownSteps) return [{ ...monitor, ...inPlaces(monitor, findings) }];
  const silent = shown.filter(({ answer }) => 'lost' in answer);
  if (silent.length > 0)
    return [
      ...causing(catalogue, silent),
      { ...rest, ...inPlaces(monitor, findings), probes: () => [] },
    ];
  const ids = new Set(shown.map(({ key }) => key.endpoint));
  const sentTo = (endpoint: string) =>
    findings.flatMap(({ exchange, ...finding }) =>
      exchange?.key.endpoint !== endpoint
        ? []
        : underCondition(finding, loadRequest(exchange.request)).map((sent) => ({
            ...sent,
            key: exchange.key,
          })),
    );
  const keyOf = (key: Key) => {
    const isProbe = key.requirement === monitor.id && stepKind(key) === 'probe';
    const sent = isProbe ? sentTo(key.endpoint)[key.index] : undefined;
    return sent?.isJudged ? sent.key : undefined;
  };
  const replaying: Monitor = {
    ...rest,
    ...(ids.has(wholeRun) ? {} : { endpoints: (endpoint) => ids.has(endpoint.id) }),
    probes: (bound) => sentTo(bound.endpoint.id).map(({ request }) => request),
    matches: (answered) => {
      const before = asRecorded(answered, keyOf);
      return before !== undefined && monitor.matches(before);
    },
    judge: (answered, bound) =>
      monitor.judge?.(asRecorded(answered, keyOf) ?? answered, bound) ?? {
        kind: 'inconclusive',
        why: 'only a whole run can show it',
      },
  };
  return [replaying];
}

/** The monitors that a response must pass first. They send nothing, and judge nothing else. */
function before(catalogue: Catalogue, { after = [] }: Monitor): Monitor[] {
  const known = monitorsById(catalogue);
  return after.flatMap((id) => {
    const earlier = known.get(id);
    return earlier ? [{ ...earlier, endpoints: () => false }, ...before(catalogue, earlier)] : [];
  });
}

/**
 * The response with its recorded key, because a monitor may judge only the requests of some
 * requirements. A refusal counts, because the finding may be a refusal.
 */
function asRecorded(
  { key: sent, request, ...answered }: Answered,
  keyOf: (key: Key) => Key | undefined,
) {
  const key = keyOf(sent);
  return key && { ...answered, key, request: { ...request, purpose: 'served-before' as const } };
}

/**
 * The requirements whose requests got no response. Their controls show whether the target responds
 * to others.
 */
function causing(catalogue: Catalogue, silent: readonly Exhibit[]): Requirement[] {
  const ids = new Set(silent.map(({ key }) => key.requirement));
  return [...ids].flatMap((id) => {
    const requirement = rowOf(catalogue, id)?.requirement;
    if (!requirement) return [];
    const findings = silent
      .filter(({ key }) => key.requirement === id)
      .map((exchange) => ({ endpoint: exchange.key.endpoint, exchange }) as Finding);
    return [
      requirement.kind === 'check'
        ? checkAlone(requirement, findings)
        : wholeAlone(requirement, findings),
    ];
  });
}

/**
 * The endpoint under which the replay tallies a finding. For a monitor, that of the recorded
 * request.
 */
function unitEndpoint(catalogue: Catalogue, { requirement, endpoint, exchange }: Finding): string {
  const isMonitor = rowOf(catalogue, requirement)?.requirement.kind === 'monitor';
  return isMonitor && exchange ? exchange.key.endpoint : endpoint;
}

function outcomeOf(
  finding: Finding,
  endpoint: string,
  part: Part,
  exchanges: readonly Exchange[],
  words: (found: Finding) => Words,
): Replayed {
  const { requirement } = finding;
  const wasSilent = finding.exchange !== undefined && 'lost' in finding.exchange.answer;
  const sender = wasSilent ? finding.exchange?.key.requirement : requirement;
  const now = exchanges.findLast(
    ({ key }) =>
      key.requirement === sender &&
      key.endpoint === endpoint &&
      !['control', 'repeat'].includes(stepKind(key)),
  );
  const shown = now ? { finding, now } : { finding };
  const found = Object.values(part.findings).filter(
    (one) =>
      one.requirement === requirement && (one.endpoint === endpoint || one.endpoint === wholeRun),
  );
  const same = found.find((one) => causeId(one) === causeId(finding));
  if (same) return { ...shown, outcome: 'still-fails', said: words(same).actual };
  const [other] = found;
  if (other)
    return {
      ...shown,
      outcome: 'still-fails',
      said: `with another cause: ${words(other).title}: ${words(other).actual}`,
    };
  const [error] = part.harnessErrors;
  if (error) {
    const said = `the harness itself failed in ${error.where}`;
    return { ...shown, outcome: 'not-judged', harnessFailed: true, said };
  }
  const tally =
    part.tallies[`${requirement}|${endpoint}`] ?? part.tallies[`${requirement}|${wholeRun}`];
  if (wasSilent && now && isAnswered(now))
    return { ...shown, outcome: 'no-longer-fails', said: 'the request gets a response now' };
  if (tally?.notRun !== undefined) return { ...shown, outcome: 'not-judged', said: tally.notRun };
  if (tally && tally.unanswered === 0 && tally.held + tally.observed > 0) {
    return { ...shown, outcome: 'no-longer-fails', said: 'the requirement holds' };
  }
  return {
    ...shown,
    outcome: 'not-judged',
    said: tally?.reasons.join('; ') || 'there was no response to judge',
  };
}
