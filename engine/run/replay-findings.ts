import {
  alone,
  type Bound,
  type Check,
  type Judgement,
  mannerOf,
  type Recipe,
  type Requirement,
  type Unit,
  withExchanges,
} from '../catalogue/index.ts';
import {
  type Exchange,
  isAnswered,
  loadRequest,
  type Request,
  requestText,
  type Sentence,
  say,
  stepKind,
} from '../exchange/index.ts';
import { inconclusive, isLoadShedding, isRefusedBrowser, summary } from '../judging/index.ts';
import type { Exhibit, Finding } from '../outcome/finding.ts';
import { followRecipe, ofRequests } from './run-recipe.ts';
import { placedCases } from './series.ts';
import { believed, checking, guarded, runUnit } from './unit.ts';
import { entering, keyOf, type UnitContext } from './unit-context.ts';

/** A finding that shows in two of three attempts may be missed once. */
const attempts = 3;

/** The result is untrusted, so its recipes are bounded. */
const [mostSteps, mostCopies, mostPauseMs] = [4, 32, 120_000];

type Context = UnitContext &
  Readonly<{
    units: readonly Unit[];
    refusalOf: (unit: Unit) => Promise<Sentence | undefined>;
    wait: (ms: number) => Promise<unknown>;
  }>;

function takesWholeUnit({ kind, id }: Requirement, { exchange }: Finding) {
  if (kind === 'scenario' || !exchange) return true;
  if (kind === 'check') return false;
  const isOwn = exchange.key.requirement === id;
  return isOwn && stepKind(exchange.key) !== 'probe' && !('lost' in exchange.answer);
}

export async function replayFindings(findings: readonly Finding[], context: Context) {
  for (const [index, found] of findings.entries()) {
    const { requirement, endpoint, exchange } = found;
    const unit = [endpoint, exchange?.key.endpoint]
      .map((at) => context.units.find(({ id }) => id === `${requirement}|${at}`))
      .find((one) => one !== undefined);
    if (!unit) continue;
    const why = await context.refusalOf(unit);
    if (why !== undefined) entering(unit, context)(inconclusive(why));
    else if (!exchange || takesWholeUnit(unit.row.requirement, found)) await runUnit(unit, context);
    else await guarded(unit, context, () => replayOne({ found, exchange, index, unit }, context));
  }
}

type Replayed = Readonly<{
  found: Finding;
  exchange: Exhibit;
  index: number;
  unit: Unit;
}>;

async function replayOne({ found, exchange, index, unit }: Replayed, context: Context) {
  const enter = entering(unit, context);
  const { requirement } = unit.row;
  const its = requirement.kind === 'check' ? checking(unit, requirement, context) : undefined;
  const control = await its?.askControl('control');
  if (its && stepKind(exchange.key) === 'follow-up') {
    for (const judgement of await its.followUps(control)) enter(judgement);
    return;
  }
  const judgeOne = judgeOfMonitor({ found, exchange, index, unit }, context);
  const judge = async (came: Exchange) =>
    its
      ? (its.judge(came, control) ?? inconclusive(say`the request was withheld`))
      : judgeOne(came);
  const recipe = bounded(
    withExchanges(found.recipe ?? alone, ({ request }) => loadRequest(request)),
  );
  const request = loadRequest(exchange.request);
  const proof =
    requirement.kind === 'check' ? proofOf(requirement, context.bind(unit), request) : undefined;
  const own = [unit.id, index].join('|');
  const ask = (step: string, sent: Request) =>
    context.send(
      { ...keyOf(unit, index, `replay-${step}`), endpoint: exchange.key.endpoint },
      { ...sent, connection: `${own}|${sent.connection}`, purpose: 'repeat' },
      proof,
    );
  const times = mannerOf(recipe) === 'alone' ? 1 : attempts;
  const means = { ask, wait: context.wait };
  const followed = await followRecipe(ofRequests(recipe, request), times, 'sent', means);
  const judged: (readonly [Judgement, Exchange])[] = [];
  for (const came of followed.flat()) judged.push([await judge(came), came]);
  const doubt = await its?.doubt();
  for (const [judgement, came] of judged) enter(believed(judgement, came, doubt), came);
}

/** A missing response counts if the well-formed request gets one. */
function judgeOfMonitor({ exchange: { key }, index, unit }: Replayed, context: Context) {
  const { send, monitors, bind } = context;
  const { id } = unit.row.requirement;
  let asked = 0;
  return async (came: Exchange) => {
    if (isAnswered(came)) {
      if (isLoadShedding(came) || isRefusedBrowser(came)) return inconclusive(summary(came));
      const judgement = monitors.judgeAgain(id, { ...came, key });
      return judgement ?? inconclusive(say`it is not judged: ${summary(came)}`);
    }
    const control = await send(keyOf(unit, index, `control-${asked++}`), bind(unit).wellFormed());
    const lost = isAnswered(control) ? monitors.judgeLost(id, { ...came, key }) : undefined;
    return lost ?? inconclusive(summary(came));
  };
}

const bounded = ({ steps, ...rest }: Recipe<Request>) => ({
  ...rest,
  steps: steps.slice(-mostSteps).map(({ times = 1, afterMs, ...step }) => ({
    ...step,
    times: Math.min(times, mostCopies),
    ...(afterMs !== undefined && { afterMs: Math.min(afterMs, mostPauseMs) }),
  })),
});

/** A shrunk request is not among the cases. */
function proofOf(check: Check, bound: Bound, request: Request) {
  const text = requestText(request);
  const cases = [...placedCases(check.cases(bound), bound.depth, bound.seed)];
  return cases.map(({ case: one }) => one).find((one) => requestText(one.request) === text)?.proof;
}
