import { type Catalogue, monitorsById, type Row, rows } from '../../engine/catalogue/catalogue.ts';
import type { Monitor } from '../../engine/catalogue/check.ts';
import { type Endpoint, wholeRun } from '../../engine/catalogue/endpoint.ts';
import { type Exchange, isAnswered } from '../../engine/exchange/exchange.ts';
import { stepKind } from '../../engine/exchange/key.ts';
import { sentenceText } from '../../engine/exchange/sentence.ts';
import { type Words, wordsOf } from '../../engine/outcome/cause-words.ts';
import { causeId } from '../../engine/outcome/defect-id.ts';
import type { Finding } from '../../engine/outcome/finding.ts';
import type { Part } from '../../engine/outcome/part.ts';
import { openSession, type SessionInput } from '../../engine/session.ts';

export interface Replayed {
  readonly finding: Finding;
  readonly outcome: 'still-fails' | 'no-longer-fails' | 'not-judged';
  /** The finding of the replay, or why it could not judge. */
  readonly said: string;
  /** It could not be judged because the harness itself failed. */
  readonly harnessFailed?: true;
  /** The exchange that was judged, if it was a single one. */
  readonly now?: Exchange;
}

export interface ReplayInput
  extends Pick<SessionInput, 'catalogue' | 'config' | 'version' | 'runId' | 'startedAt'> {
  /** Of one requirement, with the same cause. The permissions must allow their requests. */
  readonly findings: readonly Finding[];
}

/** Because it takes many responses. */
export function takesWholeRun(
  catalogue: Catalogue,
  { requirement: id, exchange }: Finding,
): boolean {
  const requirement = rowOf(catalogue, id)?.requirement;
  if (requirement?.kind !== 'monitor') return false;
  if (exchange && (requirement.judge || requirement.lost)) return false;
  return requirement.probing === undefined || requirement.fold !== undefined;
}

export async function replayFailure(input: ReplayInput): Promise<readonly Replayed[]> {
  const { catalogue } = input;
  // A monitor can have findings on endpoints and on the whole run.
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
    again: findings,
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

export function rowOf(catalogue: Catalogue, id: string): Row | undefined {
  return rows(catalogue).find(({ requirement }) => requirement.id === id);
}

/** The requirement alone, and the monitors that a response must pass first. */
function catalogueOf(catalogue: Catalogue, row: Row, findings: readonly Finding[]): Catalogue {
  const ids = new Set(findings.map((finding) => unitEndpoint(catalogue, finding)));
  const { endpoints, ...anywhere } = row.requirement;
  const isThere = (endpoint: Endpoint) => ids.has(endpoint.id);
  const requirement =
    endpoints && !ids.has(wholeRun) ? { ...anywhere, endpoints: isThere } : anywhere;
  const before = requirement.kind === 'monitor' ? earlier(catalogue, requirement) : [];
  const suites = [requirement, ...before].map((one) => ({
    group: one.id.split('/')[0] ?? row.group,
    requirements: [one],
  }));
  return { ...catalogue, areas: [{ area: row.area, purpose: '', suites }] };
}

function earlier(catalogue: Catalogue, { after = [] }: Monitor): Monitor[] {
  const known = monitorsById(catalogue);
  return after.flatMap((id) => {
    const one = known.get(id);
    return one ? [{ ...one, endpoints: () => false }, ...earlier(catalogue, one)] : [];
  });
}

/** For a monitor, the endpoint of the recorded request. */
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
  const now = exchanges.findLast(
    ({ key }) =>
      key.requirement === requirement &&
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
  if (tally?.notRun !== undefined)
    return { ...shown, outcome: 'not-judged', said: sentenceText(tally.notRun) };
  if (tally && tally.unanswered === 0 && tally.held + tally.observed > 0) {
    return { ...shown, outcome: 'no-longer-fails', said: 'the requirement holds' };
  }
  return {
    ...shown,
    outcome: 'not-judged',
    said: tally?.reasons.map(sentenceText).join('; ') || 'there was no response to judge',
  };
}
