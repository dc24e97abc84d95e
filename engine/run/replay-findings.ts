import type { Bound } from '../catalogue/bound.ts';
import type { Check, Judgement, Requirement } from '../catalogue/check.ts';
import type { Unit } from '../catalogue/plan.ts';
import { alone, mannerOf, type Recipe, withExchanges } from '../catalogue/recipe.ts';
import { type Exchange, isAnswered, type Proof } from '../exchange/exchange.ts';
import { followUpStep, stepKind } from '../exchange/key.ts';
import { type Request, requestText } from '../exchange/request.ts';
import { say } from '../exchange/sentence.ts';
import { loadRequest } from '../exchange/stored-request.ts';
import { inconclusive, isLoadShedding, summary } from '../judging/answer.ts';
import { isRefusedBrowser } from '../judging/browser-fields.ts';
import { Inconclusive, orInconclusive } from '../judging/inconclusive.ts';
import type { Exhibit, Finding } from '../outcome/finding.ts';
import { followRecipe, ofRequests } from './run-recipe.ts';
import { placedCases } from './series.ts';
import { askControl, controlOf, doubted, judgeCase, runUnit } from './unit.ts';
import { asking, keyOf, type UnitContext } from './unit-context.ts';

/** A finding that shows in two of three attempts may be missed once. */
const attempts = 3;

/** The result is untrusted, so its recipes are bounded. */
const [mostSteps, mostCopies, mostPauseMs] = [4, 32, 120_000];

interface Context extends UnitContext {
  readonly units: readonly Unit[];
  /** Why a unit must not send anything. */
  readonly refusalOf: (unit: Unit) => Promise<string | undefined>;
  readonly wait: (ms: number) => Promise<unknown>;
}

/** Whether only the whole requirement shows it: a scenario, or steps that depend on each other. */
export function takesWholeUnit({ kind, id }: Requirement, { exchange }: Finding): boolean {
  if (kind === 'scenario' || !exchange) return true;
  if (kind === 'check') return false;
  const isOwn = exchange.key.requirement === id;
  return isOwn && stepKind(exchange.key) !== 'probe' && !('lost' in exchange.answer);
}

/** Follows the recipes of findings again, and enters the judgements of their requirement. */
export async function replayFindings(
  findings: readonly Finding[],
  context: Context,
): Promise<void> {
  for (const [index, found] of findings.entries()) {
    const unit = unitOf(found, context.units);
    if (!unit) continue;
    const { requirement } = unit.row;
    const why = await context.refusalOf(unit);
    if (why !== undefined)
      context.ledger.enter(requirement.id, unit.endpoint.id, inconclusive(say`${why}`));
    else if (takesWholeUnit(requirement, found)) await runUnit(unit, context);
    else await replayOne(found, index, unit, context);
  }
}

const unitOf = ({ requirement, endpoint, exchange }: Finding, units: readonly Unit[]) =>
  [endpoint, exchange?.key.endpoint]
    .map((id) => units.find((one) => one.id === `${requirement}|${id}`))
    .find((unit) => unit !== undefined);

async function replayOne(
  found: Finding,
  index: number,
  unit: Unit,
  context: Context,
): Promise<void> {
  const { exchange, requirement: id } = found;
  const { ledger, wait } = context;
  if (!exchange) return;
  const enter = (judgement: Judgement, shown?: Exchange) =>
    ledger.enter(id, unit.endpoint.id, judgement, shown);
  const bound = context.bind(unit);
  const { requirement } = unit.row;
  try {
    if (requirement.kind === 'check' && stepKind(exchange.key) === 'follow-up')
      return await replayFollowUps(requirement, unit, bound, context);
    const judge =
      requirement.kind === 'check'
        ? await judgeOfCheck(requirement, unit, bound, context)
        : judgeOfMonitor(found, exchange, bound, unit, index, context);
    const recipe = bounded(
      withExchanges(found.recipe ?? alone, ({ request }) => loadRequest(request)),
    );
    const request = loadRequest(exchange.request);
    const proof = requirement.kind === 'check' ? proofOf(requirement, bound, exchange) : undefined;
    const own = [id, unit.endpoint.id, index].join('|');
    const ask = (step: string, sent: typeof request) =>
      context.send(
        { ...keyOf(unit, index, `replay-${step}`), endpoint: exchange.key.endpoint },
        { ...sent, connection: `${own}|${sent.connection}`, purpose: 'repeat' },
        proof,
      );
    const times = mannerOf(recipe) === 'alone' ? 1 : attempts;
    const followed = await followRecipe(ofRequests(recipe, request), times, 'sent', { ask, wait });
    const judged: (readonly [Judgement, Exchange])[] = [];
    for (const came of followed.flat()) judged.push([await judge(came), came]);
    const doubt =
      requirement.kind === 'check'
        ? await askControl(unit, controlOf(requirement, bound), context, 'control-after').catch(
            orInconclusive,
          )
        : undefined;
    for (const [judgement, came] of judged)
      enter(doubt && 'kind' in doubt ? doubted(judgement, came, doubt) : judgement, came);
  } catch (error) {
    if (error instanceof Inconclusive) enter(orInconclusive(error));
    else ledger.error(unit.id, error);
  }
}

type Judge = (came: Exchange) => Promise<Judgement>;

async function judgeOfCheck(
  check: Check,
  unit: Unit,
  bound: Bound,
  context: Context,
): Promise<Judge> {
  const control = controlOf(check, bound);
  const accepted = await askControl(unit, control, context, 'control');
  return async (came) =>
    judgeCase(check, came, accepted, bound) ?? inconclusive(say`the request was withheld`);
}

/**
 * Judges as if the requirement that sent it had sent it again. A missing response counts if the
 * well-formed request gets one.
 */
function judgeOfMonitor(
  { requirement }: Finding,
  { key }: Exhibit,
  bound: Bound,
  unit: Unit,
  index: number,
  { send, monitors }: Context,
): Judge {
  let asked = 0;
  return async (came) => {
    if (isAnswered(came)) {
      if (isLoadShedding(came) || isRefusedBrowser(came)) return inconclusive(summary(came));
      // The finding may be a refusal.
      const request = { ...came.request, purpose: 'served-before' } as const;
      const judgement = monitors.judgeAgain(requirement, { ...came, key, request });
      return judgement ?? inconclusive(say`it is not judged: ${summary(came)}`);
    }
    const control = await send(keyOf(unit, index, `control-${asked++}`), bound.wellFormed());
    if (!isAnswered(control)) return inconclusive(summary(came));
    return monitors.judgeLost(requirement, { ...came, key }) ?? inconclusive(summary(came));
  };
}

async function replayFollowUps(
  check: Check,
  unit: Unit,
  bound: Bound,
  context: Context,
): Promise<void> {
  const control = await askControl(unit, controlOf(check, bound), context, 'control');
  const ask = asking(
    (step, ...asked) => context.send(keyOf(unit, 0, followUpStep(step)), ...asked),
    context,
  );
  for (const judgement of (await check.followUps?.(bound, ask, control)) ?? [])
    context.ledger.enter(check.id, unit.endpoint.id, judgement);
}

const bounded = ({ steps, ...rest }: Recipe<Request>): Recipe<Request> => ({
  ...rest,
  steps: steps.slice(-mostSteps).map(({ times = 1, afterMs, ...step }) => ({
    ...step,
    times: Math.min(times, mostCopies),
    ...(afterMs === undefined ? {} : { afterMs: Math.min(afterMs, mostPauseMs) }),
  })),
});

/** A shrunk request is not among the cases. */
function proofOf(check: Check, bound: Bound, { request }: Exhibit): Proof | undefined {
  const text = requestText(loadRequest(request));
  const cases = [...placedCases(check.cases(bound), bound.depth, bound.seed)];
  return cases.map(({ case: one }) => one).find((one) => requestText(one.request) === text)?.proof;
}
