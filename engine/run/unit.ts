import type { Bound, Check, Judgement, Monitor, Scenario, Unit } from '../catalogue/index.ts';
import {
  type Answered,
  type Exchange,
  followUpStep,
  isAnswered,
  lostOf,
  ofWords,
  type Proof,
  type Request,
  say,
} from '../exchange/index.ts';
import {
  Inconclusive,
  inconclusive,
  isLoadShedding,
  isRefusedBrowser,
  isSuccess,
  judged,
  orInconclusive,
  orNothing,
  pass,
  summary,
} from '../judging/index.ts';
import { atMost } from './lanes.ts';
import { lightened, refine, type Tried } from './refine.ts';
import { type Placed, placedCases } from './series.ts';
import {
  type Control,
  listen,
  listenToOrders,
  provenSilentOrder,
  wellFormedControl,
} from './silences.ts';
import { asking, entering, keyOf, type UnitContext } from './unit-context.ts';

/** After this many cases without a response, the rest is not sent: the target hangs on them. */
const silenceLimit = 4;

export function runUnit(unit: Unit, context: UnitContext) {
  const { requirement } = unit.row;
  return guarded(unit, context, () => {
    if (requirement.kind === 'check') return runCheck(unit, requirement, context);
    if (requirement.kind === 'scenario') return runScenario(unit, requirement, context);
    return probe(unit, requirement, context);
  });
}

export async function guarded(unit: Unit, context: UnitContext, run: () => Promise<void>) {
  try {
    await run();
  } catch (error) {
    if (error instanceof Inconclusive) entering(unit, context)(orInconclusive(error));
    else context.ledger.error(unit.id, error);
  }
}

function listenTo(unit: Unit, context: UnitContext) {
  const bound = context.bind(unit);
  const silences = listen(context, wellFormedControl(bound, context.covered));
  const isAccepted = async (step: string) => {
    const came = await context.send(keyOf(unit, 0, step), bound.wellFormed());
    return isAnswered(came) && isSuccess(came);
  };
  const orders =
    unit.endpoint.safety === 'order' ? listenToOrders(context.monitors, isAccepted) : undefined;
  const send = async (index: number, step: string, request: Request, proof?: Proof) => {
    const exchange = await context.send(keyOf(unit, index, step), request, proof);
    silences.hear(exchange, proof);
    await orders?.hear(exchange);
    return exchange;
  };
  const askAgain = async () => {
    await silences.askAgain();
    await orders?.tell();
  };
  return { bound, send, askAgain, enter: entering(unit, context) };
}

async function probe(unit: Unit, monitor: Monitor, context: UnitContext) {
  const { bound, send, askAgain, enter } = listenTo(unit, context);
  const probes = monitor.probes?.(bound) ?? [];
  await Promise.all(probes.map((request, index) => send(index, 'probe', request)));
  const ask = asking((...asked) => send(probes.length, ...asked), context);
  const judgements = await judgementsOf(async () => monitor.probing?.(bound, ask));
  for (const judgement of judgements) enter(judgement);
  await askAgain();
}

async function runScenario(unit: Unit, scenario: Scenario, context: UnitContext) {
  const { bound, send, askAgain, enter } = listenTo(unit, context);
  // In the order of requests: that of responses differs between runs. Bodies may be large.
  let last: Readonly<{ nth: number; exchange: Exchange }> | undefined;
  let count = 0;
  const ask = asking(async (...asked) => {
    const nth = count++;
    const exchange = await send(0, ...asked);
    if (last === undefined || nth > last.nth) last = { nth, exchange };
    return exchange;
  }, context);
  const judgements = await judgementsOf(() => scenario.run(bound, ask));
  for (const judgement of judgements) enter(judgement, last?.exchange);
  await askAgain();
}

async function judgementsOf(judge: () => Promise<readonly Judgement[] | undefined>) {
  try {
    return (await judge()) ?? [];
  } catch (error) {
    return [orInconclusive(error)];
  }
}

async function runCheck(unit: Unit, check: Check, context: UnitContext) {
  const { ledger, send, monitors } = context;
  const { controlEvery = Infinity } = check;
  const { safety } = unit.endpoint;
  const enter = entering(unit, context);
  const { bound, wellFormed, askControl, ...its } = checking(unit, check, context);
  const control = await askControl('control');
  const isOrder = safety === 'order';
  // No order is sent only as a control.
  const silences = listen(context, () => (isOrder ? undefined : wellFormed));

  const series = check.cases(bound);
  const exemplars = new Map<string, Tried>();
  let silent = 0;
  let between: Promise<Answered | undefined> | undefined;
  const judge = (exchange: Exchange) => its.judge(exchange, control);
  const attempt = async (placed: Placed) => {
    if (silent >= silenceLimit && !context.isReplay) return undefined;
    const isControlDue = placed.index > 0 && placed.index % controlEvery === 0;
    if (isControlDue) await askControl(`control-${placed.index}`).catch(orNothing);
    const key = keyOf(unit, placed.index, 'case');
    ledger.label(key, placed.case);
    const exchange = await send(key, placed.case.request, placed.case.proof);
    if (![undefined, 'withheld', 'not-recorded'].includes(lostOf(exchange))) silent++;
    // Otherwise a short outage between two silent orders would count.
    if (isOrder && silent === 1) between ??= askControl('control-between').catch(orNothing);
    await between;
    return lightened({ placed, exchange, judgement: judge(exchange) }, exemplars);
  };
  const placed = [...placedCases(series, bound.depth, unit.seed)];
  const atOnce = check.inSequence || safety !== 'read' ? 1 : context.concurrency;
  const tried = (await atMost(atOnce, placed, attempt)).filter(
    (one): one is Tried =>
      one !== undefined && (silent < silenceLimit || !isUnrecorded(one.exchange)),
  );

  const mayAskMore =
    silent < silenceLimit && tried.every(({ judgement }) => judgement?.kind !== 'fail');
  const followUps = mayAskMore ? await judgementsOf(() => its.followUps(control)) : [];
  const doubt = await its.doubt();
  for (const judgement of followUps) enter(judgement);
  const entered: Tried[] = [];
  for (const one of tried) {
    const { exchange } = one;
    if (one.judgement === undefined) continue;
    const judgement = believed(one.judgement, exchange, doubt);
    enter(judgement, exchange);
    entered.push({ ...one, judgement });
    if (!doubt) silences.hear(exchange, one.placed.case.proof);
  }
  await silences.askAgain();
  if ((await between) && !doubt) {
    const orders = entered.map(({ exchange }) => exchange);
    const proven = provenSilentOrder(orders, monitors);
    if (proven) monitors.lost(proven);
  }
  const unsent = placed.length - tried.length;
  if (placed.length + followUps.length === 0)
    enter(inconclusive(say`the check has no request to send`));
  else if (unsent > 0)
    enter(
      inconclusive(say`${unsent} requests not sent: ${silenceLimit} earlier ones got no response`),
    );
  else if (entered.length + followUps.length === 0)
    enter(inconclusive(say`the harness could not send any request that violates the rule`));
  if (!unit.isInput) await refine(entered, { ...context, unit, series, judge });
}

const isUnrecorded = (exchange: Exchange) => lostOf(exchange) === 'not-recorded';

export function checking(unit: Unit, check: Check, context: UnitContext) {
  const bound = context.bind(unit);
  const { control, accepts = isSuccess } = check;
  const wellFormed: Control | undefined =
    control === 'none' ? undefined : { request: control?.(bound) ?? bound.wellFormed(), accepts };
  /** Undefined if the check has none. Throws `Inconclusive` if it is not accepted. */
  const askControl = async (step: string) => {
    if (!wellFormed) return undefined;
    const exchange = await context.send(keyOf(unit, 0, step), wellFormed.request);
    if (isAnswered(exchange) && accepts(exchange)) return exchange;
    const when = step === 'control' ? 'is not accepted' : 'is no longer accepted afterwards';
    throw new Inconclusive(say`the well-formed request ${ofWords(when)}: ${summary(exchange)}`);
  };
  const ask = asking(
    (step, ...asked) => context.send(keyOf(unit, 0, followUpStep(step)), ...asked),
    context,
  );
  return {
    bound,
    wellFormed,
    askControl,
    followUps: async (accepted: Answered | undefined) =>
      (await check.followUps?.(bound, ask, accepted)) ?? [],
    /** Replaces other judgements if the control is not accepted afterwards. */
    doubt: async () => {
      const after = await askControl('control-after').catch(orInconclusive);
      return after && 'kind' in after ? after : undefined;
    },
    judge: (exchange: Exchange, accepted: Answered | undefined) => {
      if (!isAnswered(exchange))
        return exchange.answer.lost === 'withheld' ? undefined : inconclusive(summary(exchange));
      if (isLoadShedding(exchange))
        return inconclusive(say`the target shed load: ${exchange.answer.status} in every attempt`);
      if (isRefusedBrowser(exchange)) return pass();
      const judgement = judgeAnswer(check, exchange, accepted, bound);
      return judgement.kind === 'fail' && accepted ? { accepted, ...judgement } : judgement;
    },
  };
}

export const judgeAnswer = (
  { control, judge, judges = control === 'none' ? isSuccess : () => true }: Check,
  answered: Answered,
  accepted: Answered | undefined,
  bound: Bound,
): Judgement =>
  judges(answered)
    ? judged(() => judge(answered, accepted, bound))
    : inconclusive(say`the response is not judged: ${summary(answered)}`);

/** After the control fails, only an accepted request that must be refused still counts. */
export function believed(judgement: Judgement, exchange: Exchange, doubt?: Judgement) {
  const isAccepted = isAnswered(exchange) && isSuccess(exchange);
  return !doubt || judgement.kind === 'inconclusive' || (judgement.kind === 'fail' && isAccepted)
    ? judgement
    : doubt;
}
