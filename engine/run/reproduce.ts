import type { Bound } from '../catalogue/bound.ts';
import { type Catalogue, monitorsById, rows } from '../catalogue/catalogue.ts';
import type { Judgement, Requirement } from '../catalogue/check.ts';
import { wholeRun } from '../catalogue/endpoint.ts';
import type { Plan, Unit } from '../catalogue/plan.ts';
import { alone } from '../catalogue/recipe.ts';
import { type Answered, type Exchange, isAnswered, type Send } from '../exchange/exchange.ts';
import { loadRequest } from '../exchange/stored-request.ts';
import { causeId } from '../outcome/defect-id.ts';
import type { Finding } from '../outcome/finding.ts';
import { changeInWords } from './change-in-words.ts';
import { mayDependOnOthers, underCondition } from './conditions.ts';
import { atMost } from './lanes.ts';
import type { Ledger } from './ledger.ts';
import type { Monitors } from './monitors.ts';
import { followRecipe, type Means, ofRequests } from './run-recipe.ts';
import { judgeAnswer } from './unit.ts';

const reproductions = 2;
const reproducedFindings = 60;
/** At most so many findings, and so many of one requirement. */
const [mostConditioned, mostOfRequirement] = [12, 3];

interface Context {
  readonly ledger: Ledger;
  readonly monitors: Monitors;
  readonly send: Send;
  readonly catalogue: Catalogue;
  readonly plan: Plan;
  readonly bind: (unit: Unit) => Bound;
  readonly concurrency: number;
  readonly wait: Means['wait'];
}

/** Sends the requests behind monitors' findings again, to count how often they recur. */
export async function reproduce({
  ledger,
  monitors,
  send,
  catalogue,
  plan,
  bind,
  wait,
}: Context): Promise<void> {
  const monitored = monitorsById(catalogue);
  const safety = new Map(plan.endpoints.map((endpoint) => [endpoint.id, endpoint.safety]));
  const ofMonitors = ledger.findings().filter(({ requirement }) => monitored.has(requirement));
  const findings = ofMonitors.map((found) => withChange(found, plan, bind));
  for (const found of findings) ledger.refine(found);
  const mayRepeat = ({ exchange }: Finding) =>
    exchange !== undefined &&
    !('lost' in exchange.answer) &&
    exchange.request.origin === 'api' &&
    safety.get(exchange.key.endpoint) !== 'order';
  const repeatable = findings.filter(mayRepeat).slice(0, reproducedFindings);
  const again = async (finding: Finding) => {
    if (!finding.exchange) return;
    const means = { ask: asking(finding, repeatable.indexOf(finding), send), wait };
    const recipe = ofRequests(alone, loadRequest(finding.exchange.request));
    const followed = await followRecipe(recipe, reproductions, 'again', means);
    const judge: Judge = (answered) => monitors.judgeAgain(finding.requirement, answered);
    const times = followed.flat().filter((came) => recurs(finding, came, judge)).length;
    ledger.refine({ ...finding, reproduced: { of: reproductions, times } });
  };
  const isWrite = ({ exchange }: Finding) => safety.get(exchange?.key.endpoint ?? '') === 'write';
  const reads = repeatable.filter((one) => !isWrite(one));
  await Promise.all([atMost(1, repeatable.filter(isWrite), again), ...reads.map(again)]);
}

/**
 * Finds out what a violation needs that its request does not show alone. One after the other, so
 * that each has only its own requests in flight.
 */
export async function findConditions(context: Context): Promise<void> {
  const { ledger, monitors, send, catalogue, plan, bind, concurrency, wait } = context;
  const requirements = new Map(
    rows(catalogue).map(({ requirement }) => [requirement.id, requirement]),
  );
  const tried = new Map<string, number>();
  let index = reproducedFindings;
  for (const found of ledger.findings()) {
    const { requirement: id, exchange } = found;
    const requirement = requirements.get(id);
    const unit = plan.units.find(({ endpoint }) => endpoint.id === exchange?.key.endpoint);
    const nth = tried.get(id) ?? 0;
    if (
      !requirement ||
      !unit ||
      nth >= mostOfRequirement ||
      index >= reproducedFindings + mostConditioned
    )
      continue;
    const bound = bind(unit);
    if (!mayDependOnOthers(found, bound)) continue;
    tried.set(id, nth + 1);
    const ask = asking(found, index++, send);
    const judge = await judgeOf(requirement, bound, ask, monitors);
    const refined = await underCondition(found, bound, concurrency, { ask, wait }, (came) =>
      recurs(found, came, judge),
    );
    if (refined) ledger.refine(refined);
  }
}

/** Adds how the request differs from the well-formed one, unless a label of its case says so. */
function withChange(finding: Finding, { units }: Plan, bind: Context['bind']): Finding {
  const unit = units.find(({ endpoint }) => endpoint.id === finding.exchange?.key.endpoint);
  if (finding.changes || !finding.exchange || !unit || unit.endpoint.id === wholeRun)
    return finding;
  const changed = changeInWords(loadRequest(finding.exchange.request), bind(unit).wellFormed());
  return changed === undefined
    ? finding
    : { ...finding, changes: { changed, violating: [], passing: [], isOfShown: true } };
}

type Judge = (answered: Answered) => Judgement | undefined;

/** No other finding uses its connections. */
function asking({ requirement, exchange }: Finding, index: number, send: Send): Means['ask'] {
  const endpoint = exchange?.key.endpoint ?? '';
  return (step, request) => {
    const { connection } = request;
    const named =
      connection === undefined
        ? {}
        : { connection: [requirement, endpoint, index, connection].join('|') };
    return send(
      { requirement, endpoint, index, step, attempt: 0 },
      { ...request, ...named, purpose: 'repeat' },
    );
  };
}

/** A scenario cannot judge a single response. */
async function judgeOf(
  requirement: Requirement,
  bound: Bound,
  ask: Means['ask'],
  monitors: Monitors,
): Promise<Judge> {
  if (requirement.kind === 'monitor')
    return (answered) => monitors.judgeAgain(requirement.id, answered);
  if (requirement.kind === 'scenario') return () => undefined;
  const { control } = requirement;
  const came =
    control === 'none'
      ? undefined
      : await ask('again-control', control?.(bound) ?? bound.wellFormed());
  const accepted = came && isAnswered(came) ? came : undefined;
  return (answered) => judgeAnswer(requirement, answered, accepted, bound);
}

function recurs(found: Finding, came: Exchange, judge: Judge): boolean {
  const { exchange } = found;
  if (!exchange || !isAnswered(came)) return false;
  // A monitor may judge only some requirements, hence the recorded key. The finding may be a
  // refusal.
  const judgement = judge({
    ...came,
    key: exchange.key,
    request: { ...came.request, purpose: 'served-before' },
  });
  return judgement?.kind === 'fail' && causeId(judgement) === causeId(found);
}
