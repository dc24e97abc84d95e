import type { Bound } from '../catalogue/bound.ts';
import type { Check, Judgement, Requirement } from '../catalogue/check.ts';
import type { Plan, Unit } from '../catalogue/plan.ts';
import { alone, mannerOf, withExchanges } from '../catalogue/recipe.ts';
import { type Exchange, isAnswered, type Proof } from '../exchange/exchange.ts';
import { stepKind } from '../exchange/key.ts';
import { requestText } from '../exchange/request.ts';
import { loadRequest } from '../exchange/stored-request.ts';
import { inconclusive, summarize } from '../judging/answer.ts';
import { Inconclusive, orInconclusive } from '../judging/inconclusive.ts';
import type { Exhibit, Finding } from '../outcome/finding.ts';
import { followRecipe, ofRequests } from './run-recipe.ts';
import { placedCases } from './series.ts';
import { askControl, controlOf, judgeCase, runUnit } from './unit.ts';
import { keyOf, type UnitContext } from './unit-context.ts';

/** A finding that shows in two of three attempts may be missed once. */
const attempts = 3;

interface Context extends UnitContext {
  readonly plan: Plan;
  readonly wait: (ms: number) => Promise<unknown>;
}

/**
 * Whether the finding shows only if its whole requirement runs: a scenario, or steps of which each
 * depends on the one before.
 */
export function takesWholeUnit({ kind, id }: Requirement, { exchange }: Finding): boolean {
  if (kind === 'scenario' || !exchange) return true;
  if (kind === 'check') return stepKind(exchange.key) === 'follow-up';
  const isOwn = exchange.key.requirement === id;
  return isOwn && stepKind(exchange.key) !== 'probe' && !('lost' in exchange.answer);
}

/** Follows the recipes of findings again, and enters the judgements of their requirement. */
export async function replayFindings(
  findings: readonly Finding[],
  context: Context,
): Promise<void> {
  for (const [index, found] of findings.entries()) {
    const unit = unitOf(found, context.plan);
    if (!unit) continue;
    const { requirement } = unit.row;
    if (takesWholeUnit(requirement, found)) await runUnit(unit, context);
    else await replayOne(found, index, unit, context);
  }
}

const unitOf = ({ requirement, endpoint, exchange }: Finding, { units }: Plan) =>
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
    const judge =
      requirement.kind === 'check'
        ? await judgeOfCheck(requirement, unit, bound, context)
        : judgeOfMonitor(found, exchange, bound, unit, context);
    const recipe = withExchanges(found.recipe ?? alone, ({ request }) => loadRequest(request));
    const request = loadRequest(exchange.request);
    const proof = requirement.kind === 'check' ? proofOf(requirement, bound, exchange) : undefined;
    const ask = (step: string, sent: typeof request) =>
      context.send(
        { ...keyOf(unit, index, `replay-${step}`), endpoint: exchange.key.endpoint },
        { ...sent, purpose: 'repeat' },
        proof,
      );
    const times = mannerOf(recipe) === 'alone' ? 1 : attempts;
    const followed = await followRecipe(ofRequests(recipe, request), times, 'sent', { ask, wait });
    for (const came of followed.flat()) enter(await judge(came), came);
  } catch (error) {
    if (error instanceof Inconclusive) enter(orInconclusive(error));
    else ledger.error(unit.id, error);
  }
}

type Judge = (came: Exchange) => Promise<Judgement>;

/** Sends the control, and again after a violation, which counts only if both are accepted. */
async function judgeOfCheck(
  check: Check,
  unit: Unit,
  bound: Bound,
  context: Context,
): Promise<Judge> {
  const control = controlOf(check, bound);
  const accepted = await askControl(unit, control, context, 'control');
  return async (came) =>
    judgeCase(check, came, accepted, bound) ?? inconclusive('the request was withheld');
}

/**
 * Judges a response as if the requirement that sent it had sent it again. A missing response counts
 * if the well-formed request gets one.
 */
function judgeOfMonitor(
  { requirement }: Finding,
  { key }: Exhibit,
  bound: Bound,
  unit: Unit,
  { send, monitors }: Context,
): Judge {
  return async (came) => {
    if (isAnswered(came)) {
      // The finding may be a refusal.
      const request = { ...came.request, purpose: 'served-before' } as const;
      const judgement = monitors.judgeAgain(requirement, { ...came, key, request });
      return judgement ?? inconclusive(`it is not judged: ${summarize(came)}`);
    }
    const control = await send(keyOf(unit, 0, 'control'), bound.wellFormed());
    if (!isAnswered(control)) return inconclusive(summarize(came));
    return monitors.judgeLost(requirement, { ...came, key }) ?? inconclusive(summarize(came));
  };
}

/** The proof of the case with the recorded request. A shrunk request is not among the cases. */
function proofOf(check: Check, bound: Bound, { request }: Exhibit): Proof | undefined {
  const text = requestText(loadRequest(request));
  const cases = [...placedCases(check.cases(bound), bound.depth, bound.seed)];
  return cases.map(({ case: one }) => one).find((one) => requestText(one.request) === text)?.proof;
}
