import {
  type Config,
  catalogue,
  causeId,
  defined,
  type Endpoint,
  type Exchange,
  type Finding,
  isAllowed,
  isAnswered,
  loadRequest,
  type Monitor,
  mannerOf,
  monitorsById,
  openSession,
  type Part,
  type Result,
  type Row,
  rows,
  type SessionInput,
  sentenceText,
  stepKind,
  valueText,
  wholeRun,
  wordsOf,
} from '../engine.ts';

export type Replayed = Readonly<{
  finding: Finding;
  outcome: 'still-fails' | 'no-longer-fails' | 'not-judged';
  said: string;
  harnessFailed?: true;
  now?: Exchange;
}>;

interface ReplayInput extends Pick<SessionInput, 'config' | 'version' | 'runId' | 'startedAt'> {
  /** Of one requirement, with the same cause. The permissions must allow their requests. */
  readonly findings: readonly Finding[];
}

export function takesWholeRun({ requirement: id, exchange }: Finding): boolean {
  const requirement = rowOf(id)?.requirement;
  if (requirement?.kind !== 'monitor') return false;
  if (exchange && (requirement.judge || requirement.lost)) return false;
  return requirement.probing === undefined || requirement.fold !== undefined;
}

export async function replayFailure(input: ReplayInput): Promise<readonly Replayed[]> {
  // A monitor can have findings on endpoints and on the whole run.
  const onRun = input.findings.filter((finding) => unitEndpoint(finding) === wholeRun);
  const onEndpoints = input.findings.filter((finding) => !onRun.includes(finding));
  return [...(await replayAlike(input, onEndpoints)), ...(await replayAlike(input, onRun))];
}

async function replayAlike(input: ReplayInput, findings: readonly Finding[]) {
  const [first] = findings;
  const row = first && rowOf(first.requirement);
  if (!row) return [];
  const exchanges: Exchange[] = [];
  const { part } = openSession({
    ...input,
    again: findings,
    catalogue: catalogueOf(row, findings),
    openEvidence: () => (exchange) => exchanges.push(exchange),
  });
  const judged = await part;
  return findings.map((finding) => outcomeOf(finding, row.requirement, judged, exchanges));
}

function rowOf(id: string) {
  return rows(catalogue).find(({ requirement }) => requirement.id === id);
}

/** The requirement alone, and the monitors that a response must pass first. */
function catalogueOf(row: Row, findings: readonly Finding[]) {
  const ids = new Set(findings.map((finding) => unitEndpoint(finding)));
  const { endpoints, ...anywhere } = row.requirement;
  const isThere = (endpoint: Endpoint) => ids.has(endpoint.id);
  const requirement =
    endpoints && !ids.has(wholeRun) ? { ...anywhere, endpoints: isThere } : anywhere;
  const before = requirement.kind === 'monitor' ? earlier(requirement) : [];
  const suites = [requirement, ...before].map((one) => ({
    group: one.id.split('/')[0] ?? row.group,
    requirements: [one],
  }));
  return { ...catalogue, areas: [{ area: row.area, purpose: '', suites }] };
}

function earlier({ after = [] }: Monitor): Monitor[] {
  const known = monitorsById(catalogue);
  return after.flatMap((id) => {
    const one = known.get(id);
    return one ? [{ ...one, endpoints: () => false }, ...earlier(one)] : [];
  });
}

/** For a monitor, the endpoint of the recorded request. */
function unitEndpoint({ requirement, endpoint, exchange }: Finding) {
  const isMonitor = rowOf(requirement)?.requirement.kind === 'monitor';
  return isMonitor && exchange ? exchange.key.endpoint : endpoint;
}

function outcomeOf(
  finding: Finding,
  asked: Row['requirement'],
  part: Part,
  exchanges: readonly Exchange[],
): Replayed {
  const { requirement } = finding;
  const endpoint = unitEndpoint(finding);
  const wasSilent = finding.exchange !== undefined && 'lost' in finding.exchange.answer;
  const now = exchanges.findLast(
    ({ key }) =>
      key.requirement === requirement &&
      key.endpoint === endpoint &&
      !['control', 'repeat'].includes(stepKind(key)),
  );
  const found = Object.values(part.findings).filter(
    (one) =>
      one.requirement === requirement && (one.endpoint === endpoint || one.endpoint === wholeRun),
  );
  return { finding, ...defined({ now }), ...judgement() };

  function judgement(): Pick<Replayed, 'outcome' | 'said' | 'harnessFailed'> {
    const same = found.find((one) => causeId(one) === causeId(finding));
    if (same) return { outcome: 'still-fails', said: wordsOf(asked, same).actual };
    const [other] = found;
    if (other) {
      const { title, actual } = wordsOf(asked, other);
      return { outcome: 'still-fails', said: `with another cause: ${title}: ${actual}` };
    }
    const [error] = part.harnessErrors;
    if (error) {
      const said = `the harness itself failed in ${error.where}`;
      return { outcome: 'not-judged', harnessFailed: true, said };
    }
    if (wasSilent && now && isAnswered(now))
      return { outcome: 'no-longer-fails', said: 'the request gets a response now' };
    const tally =
      part.tallies[`${requirement}|${endpoint}`] ?? part.tallies[`${requirement}|${wholeRun}`];
    if (tally?.notRun !== undefined)
      return { outcome: 'not-judged', said: sentenceText(tally.notRun) };
    if (tally && tally.unanswered === 0 && tally.held + tally.observed > 0)
      return { outcome: 'no-longer-fails', said: 'the requirement holds' };
    const reasons = tally?.reasons.map(sentenceText).join('; ');
    return { outcome: 'not-judged', said: reasons || 'there was no response to judge' };
  }
}

/**
 * Why a recorded request must not be sent. The result is untrusted, so method and path count too.
 */
export function forbidden(
  { endpoint, exchange, recipe }: Finding,
  endpoints: readonly Endpoint[],
  allow: Config['allow'],
): string | undefined {
  const earlier = (recipe?.steps ?? []).map((step) => step.exchange);
  const shown = [exchange, ...earlier].flatMap((one) => (one ? [one] : []));
  const named = [endpoint, ...shown.map(({ key }) => key.endpoint)].filter((id) => id !== wholeRun);
  const unknown = named.find((id) => endpoints.every((one) => one.id !== id));
  if (unknown !== undefined)
    return `the configuration has no endpoint ${unknown}: declare it in profile.endpoints`;
  const concerned = endpoints.filter(
    (one) => named.includes(one.id) || shown.some(({ request }) => asks(request, one)),
  );
  const [barred] = concerned.filter((one) => !isAllowed(one, allow));
  if (!barred) return undefined;
  const permission = barred.safety === 'write' ? 'writes' : 'orders';
  return `requests to ${barred.id} need --allow ${permission}`;
}

/** Different spellings of the path count as the same. */
function asks(
  stored: NonNullable<Finding['exchange']>['request'],
  { origin, method, path }: Endpoint,
) {
  const request = loadRequest(stored);
  if (request.origin !== origin || request.method.toUpperCase() !== method || origin !== 'api')
    return false;
  const [asked = ''] = valueText(request.path).split(/[?#]/);
  const plain = (text: string) =>
    decoded(text).toLowerCase().replace(/\/+/g, '/').replace(/\/$/, '');
  const pattern = plain(path)
    .split(/\{[^{}]+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+');
  return new RegExp(`^${pattern}$`).test(plain(asked));
}

function decoded(path: string) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export function wholeRunCommand(
  { seed, depth }: Result['run'],
  only: readonly string[] = [],
): string {
  const selected = only.length === 0 ? '' : ` --only ${[...new Set(only)].join(',')}`;
  return `npx --no -- m2m-conformance run --seed ${seed} --depth ${depth}${selected}`;
}

/**
 * Why a replay in which a failure did not occur proves nothing. A scenario creates its own
 * conditions, unless an earlier request caused the failure.
 */
export function lackedCondition(
  { requirement, exchange, recipe, reproduced }: Finding,
  { concurrency }: Config,
  run: Result['run'],
): string | undefined {
  const [first] = recipe?.steps ?? [];
  const sender = (first?.exchange ?? exchange)?.key.requirement ?? requirement;
  const manner = recipe && mannerOf(recipe);
  const command = wholeRunCommand(run, manner === 'many' ? [] : [requirement, sender]);
  if (rowOf(requirement)?.requirement.kind === 'scenario') {
    if (sender !== requirement)
      return `an earlier request of ${sender} may have caused it. Send both: ${command}`;
    return manner === 'in-flight' && concurrency < run.concurrency
      ? `at most ${concurrency} requests were in flight, and ${run.concurrency} in the recorded ` +
          `run: set M2M_CONCURRENCY=${run.concurrency}`
      : undefined;
  }
  const isKnown = recipe !== undefined || reproduced.times > 0 || reproduced.of === 0;
  const isCreated = manner !== 'many' && concurrency >= (first?.times ?? 1);
  return isKnown && isCreated
    ? undefined
    : `it needs other requests. Only a run can create that: ${command}`;
}
