import {
  alone,
  type Bound,
  type Catalogue,
  type Judgement,
  monitorsById,
  type Plan,
  type Requirement,
  rows,
  wholeRun,
} from '../catalogue/index.ts';
import {
  type Answered,
  type Exchange,
  isAnswered,
  loadRequest,
  type Send,
} from '../exchange/index.ts';
import { causeId, type Finding } from '../outcome/index.ts';
import { changeInWords } from './change-in-words.ts';
import { mayDependOnOthers, underCondition } from './conditions.ts';
import { atMost } from './lanes.ts';
import type { Monitors } from './monitors.ts';
import { followRecipe, type Means, ofRequests } from './run-recipe.ts';
import { judgeAnswer } from './unit.ts';
import type { UnitContext } from './unit-context.ts';

const reproductions = 2;
const reproducedFindings = 60;
const [mostConditioned, mostOfRequirement] = [12, 3];

type Context = Pick<UnitContext, 'ledger' | 'monitors' | 'send' | 'bind' | 'concurrency'> &
  Readonly<{
    catalogue: Catalogue;
    plan: Plan;
    wait: Means['wait'];
  }>;

export async function reproduce(context: Context) {
  const { ledger, monitors, send, catalogue, plan, wait } = context;
  const monitored = monitorsById(catalogue);
  const findings = ledger
    .findings()
    .filter(({ requirement }) => monitored.has(requirement))
    .map((found) => withChange(found, context));
  for (const found of findings) ledger.refine(found);
  const safetyOf = ({ exchange }: Finding) =>
    plan.endpoints.find(({ id }) => id === exchange?.key.endpoint)?.safety;
  const mayRepeat = (found: Finding) =>
    found.exchange?.request.origin === 'api' &&
    !('lost' in found.exchange.answer) &&
    safetyOf(found) !== 'order';
  const repeatable = findings
    .filter((found) => mayRepeat(found) && isJudged(found, monitors))
    .slice(0, reproducedFindings);
  const again = async (found: Finding) => {
    if (!found.exchange) return;
    const means = { ask: asking(found, repeatable.indexOf(found), send), wait };
    const recipe = ofRequests(alone, loadRequest(found.exchange.request));
    const followed = await followRecipe(recipe, reproductions, 'again', means);
    const judge: Judge = (answered) => monitors.judgeAgain(found.requirement, answered);
    const times = followed.flat().filter((came) => recurs(found, came, judge)).length;
    ledger.refine({ ...found, reproduced: { of: reproductions, times } });
  };
  const isWrite = (found: Finding) => safetyOf(found) === 'write';
  const reads = repeatable.filter((one) => !isWrite(one));
  await Promise.all([atMost(1, repeatable.filter(isWrite), again), ...reads.map(again)]);
}

/** One after the other, so that each has only its own requests in flight. */
export async function findConditions(context: Context) {
  const { ledger, monitors, send, catalogue, plan, bind, concurrency, wait } = context;
  const requirements = rows(catalogue).map(({ requirement }) => requirement);
  const tried = new Map<string, number>();
  let count = 0;
  for (const found of ledger.findings()) {
    const requirement = requirements.find(({ id }) => id === found.requirement);
    const unit = unitAt(found, plan);
    const nth = tried.get(found.requirement) ?? 0;
    if (!requirement || !unit || nth >= mostOfRequirement || count >= mostConditioned) continue;
    const bound = bind(unit);
    if (!mayDependOnOthers(found, bound)) continue;
    tried.set(found.requirement, nth + 1);
    const ask = asking(found, reproducedFindings + count++, send);
    const judge = await judgeOf(requirement, bound, ask, monitors);
    const refined = await underCondition(found, bound, concurrency, { ask, wait }, (came) =>
      recurs(found, came, judge),
    );
    if (refined) ledger.refine(refined);
  }
}

const unitAt = ({ exchange }: Finding, { units }: Plan) =>
  units.find(({ endpoint }) => endpoint.id === exchange?.key.endpoint);

/** Unless a label of its case says how the request differs from the well-formed one. */
function withChange(found: Finding, { plan, bind }: Context) {
  const unit = unitAt(found, plan);
  if (found.changes || !found.exchange || !unit || unit.endpoint.id === wholeRun) return found;
  const changed = changeInWords(loadRequest(found.exchange.request), bind(unit).wellFormed());
  const changes = { violating: [], passing: [], isOfShown: true } as const;
  return changed === undefined ? found : { ...found, changes: { changed, ...changes } };
}

/** A monitor does not judge responses to some of its own probes, which say little alone. */
function isJudged({ requirement, exchange }: Finding, monitors: Monitors) {
  if (!exchange || 'lost' in exchange.answer) return false;
  const { key, answer } = exchange;
  const isWhole = answer.body.text?.length === answer.body.size;
  const request = loadRequest(exchange.request);
  const times = { sentAt: 0, endedAt: 0, facts: { echoes: [], tokens: {} } };
  return (
    !isWhole || monitors.judgeAgain(requirement, { key, answer, request, ...times }) !== undefined
  );
}

type Judge = (answered: Answered) => Judgement | undefined;

/** No other finding uses its connections. */
function asking({ requirement, exchange }: Finding, index: number, send: Send): Means['ask'] {
  const endpoint = exchange?.key.endpoint ?? '';
  return (step, request) => {
    const own = [requirement, endpoint, index, request.connection].join('|');
    const named = request.connection !== undefined && { connection: own };
    const key = { requirement, endpoint, index, step, attempt: 0 };
    return send(key, { ...request, ...named, purpose: 'repeat' });
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

function recurs(found: Finding, came: Exchange, judge: Judge) {
  const { exchange } = found;
  if (!exchange || !isAnswered(came)) return false;
  // A monitor may judge only some requirements.
  const judgement = judge({ ...came, key: exchange.key });
  return judgement?.kind === 'fail' && causeId(judgement) === causeId(found);
}
