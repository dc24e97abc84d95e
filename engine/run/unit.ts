import type { Bound } from '../catalogue/bound.ts';
import type { Check, Judgement, Monitor, Scenario } from '../catalogue/check.ts';
import type { Unit } from '../catalogue/plan.ts';
import { type Answered, type Exchange, isAnswered, type Proof } from '../exchange/exchange.ts';
import { followUpStep } from '../exchange/key.ts';
import type { Request } from '../exchange/request.ts';
import { say } from '../exchange/sentence.ts';
import { inconclusive, isLoadShedding, isSuccess, pass, summary } from '../judging/answer.ts';
import { isRefusedBrowser } from '../judging/browser-fields.ts';
import { Inconclusive, judged, orInconclusive, orNothing } from '../judging/inconclusive.ts';
import { atMost } from './lanes.ts';
import { refine } from './refine.ts';
import { type Placed, placedCases } from './series.ts';
import { type Control, listen, wellFormedControl } from './silences.ts';
import { listenToOrders, provenSilentOrder } from './silent-orders.ts';
import { lightened, type Tried } from './tried.ts';
import { asking, keyOf, type UnitContext } from './unit-context.ts';

/** After this many cases without a response, the rest is not sent: the target hangs on them. */
const silenceLimit = 4;

/** An exception other than `Inconclusive` is an error of the harness. */
export async function runUnit(unit: Unit, context: UnitContext): Promise<void> {
  const { requirement } = unit.row;
  try {
    switch (requirement.kind) {
      case 'check':
        return await runCheck(unit, requirement, context);
      case 'scenario':
        return await runScenario(unit, requirement, context);
      case 'monitor':
        return await probe(unit, requirement, context);
    }
  } catch (error) {
    if (!(error instanceof Inconclusive)) context.ledger.error(unit.id, error);
    else context.ledger.enter(requirement.id, unit.endpoint.id, orInconclusive(error));
  }
}

/** The well-formed request is the control: the engine knows no other. */
function listenTo(unit: Unit, context: UnitContext) {
  const bound = context.bind(unit);
  const silences = listen(context, wellFormedControl(bound, context.covered));
  const isAccepted = async (step: string): Promise<boolean> => {
    const came = await context.send(keyOf(unit, 0, step), bound.wellFormed());
    return isAnswered(came) && isSuccess(came);
  };
  const orders =
    unit.endpoint.safety === 'order' ? listenToOrders(context.monitors, isAccepted) : undefined;
  return {
    hear: async (exchange: Exchange, proof?: Proof) => {
      silences.hear(exchange, proof);
      await orders?.hear(exchange);
    },
    askAgain: async () => {
      await silences.askAgain();
      await orders?.tell();
    },
  };
}

async function probe(unit: Unit, monitor: Monitor, context: UnitContext): Promise<void> {
  const bound = context.bind(unit);
  const listener = listenTo(unit, context);
  const ask = async (index: number, step: string, request: Request, proof?: Proof) => {
    const exchange = await context.send(keyOf(unit, index, step), request, proof);
    await listener.hear(exchange, proof);
    return exchange;
  };
  const probes = monitor.probes?.(bound) ?? [];
  await Promise.all(probes.map((request, index) => ask(index, 'probe', request)));
  const askNext = asking((...asked) => ask(probes.length, ...asked), context);
  const judgements = await judgementsOf(async () => monitor.probing?.(bound, askNext));
  for (const judgement of judgements) context.ledger.enter(monitor.id, unit.endpoint.id, judgement);
  await listener.askAgain();
}

async function runScenario(unit: Unit, scenario: Scenario, context: UnitContext): Promise<void> {
  const { send, ledger } = context;
  const listener = listenTo(unit, context);
  // In the order of requests: that of responses differs between runs. Bodies may be large.
  let last: { readonly nth: number; readonly exchange: Exchange } | undefined;
  let asked = 0;
  const ask = asking(async (step, request, proof) => {
    const nth = asked++;
    const exchange = await send(keyOf(unit, 0, step), request, proof);
    if (last === undefined || nth > last.nth) last = { nth, exchange };
    await listener.hear(exchange, proof);
    return exchange;
  }, context);
  const judgements = await judgementsOf(() => scenario.run(context.bind(unit), ask));
  for (const judgement of judgements)
    ledger.enter(scenario.id, unit.endpoint.id, judgement, last?.exchange);
  await listener.askAgain();
}

async function judgementsOf(
  judge: () => Promise<readonly Judgement[] | undefined>,
): Promise<readonly Judgement[]> {
  try {
    return (await judge()) ?? [];
  } catch (error) {
    return [orInconclusive(error)];
  }
}

async function runCheck(unit: Unit, check: Check, context: UnitContext): Promise<void> {
  const { ledger, send } = context;
  const { controlEvery = Number.POSITIVE_INFINITY } = check;
  const enter = (judgement: Judgement, exchange?: Exchange) =>
    ledger.enter(check.id, unit.endpoint.id, judgement, exchange);
  const bound = context.bind(unit);
  const wellFormed = controlOf(check, bound);
  const control = await askControl(unit, wellFormed, context, 'control');
  const isOrder = unit.endpoint.safety === 'order';
  // No order is sent only as a control.
  const silences = listen(context, () => (isOrder ? undefined : wellFormed));

  const series = check.cases(bound);
  const exemplars = new Map<string, Tried>();
  let silent = 0;
  const askAgain = (step: string) => askControl(unit, wellFormed, context, step);
  let between: Promise<Answered | undefined> | undefined;
  const attempt = async (placed: Placed): Promise<Tried | undefined> => {
    if (silent >= silenceLimit && !context.isReplay) return undefined;
    const isControlDue = placed.index > 0 && placed.index % controlEvery === 0;
    if (isControlDue) await askAgain(`control-${placed.index}`).catch(orNothing);
    const key = keyOf(unit, placed.index, 'case');
    ledger.label(key, placed.case.label);
    const exchange = await send(key, placed.case.request, placed.case.proof);
    if (!isAnswered(exchange) && exchange.answer.lost !== 'withheld' && !isUnrecorded(exchange))
      silent++;
    // Otherwise a short outage between two silent orders would count.
    if (isOrder && silent === 1) between ??= askAgain('control-between').catch(orNothing);
    await between;
    return lightened(
      { placed, exchange, judgement: judgeCase(check, exchange, control, bound) },
      exemplars,
    );
  };
  const placed = [...placedCases(series, bound.depth, unit.seed)];
  const atOnce = check.inSequence || unit.endpoint.safety !== 'read' ? 1 : context.concurrency;
  const attempted = await atMost(atOnce, placed, attempt);
  const wasTried = (one: Tried | undefined): one is Tried =>
    one !== undefined && (silent < silenceLimit || !isUnrecorded(one.exchange));
  const tried = attempted.filter(wasTried);

  const mayAskMore =
    silent < silenceLimit && tried.every(({ judgement }) => judgement?.kind !== 'fail');
  const ask = asking(
    (step, ...asked) => send(keyOf(unit, 0, followUpStep(step)), ...asked),
    context,
  );
  const followUps = mayAskMore
    ? await judgementsOf(async () => check.followUps?.(bound, ask, control))
    : [];

  const after = await askAgain('control-after').catch(orInconclusive);
  const doubt = after && 'kind' in after ? after : undefined;
  for (const judgement of followUps) enter(judgement);
  const entered: Tried[] = [];
  for (const one of tried) {
    const { exchange, judgement } = one;
    if (judgement === undefined) continue;
    const believed = doubt ? doubted(judgement, exchange, doubt) : judgement;
    enter(believed, exchange);
    entered.push({ ...one, judgement: believed });
    if (!doubt) silences.hear(exchange, one.placed.case.proof);
  }
  await silences.askAgain();
  if ((await between) && after && !doubt) {
    const orders = entered.map(({ exchange }) => exchange);
    const proven = provenSilentOrder(orders, context.monitors);
    if (proven) context.monitors.lost(proven);
  }
  const unsent = placed.length - tried.length;
  if (placed.length + followUps.length === 0)
    enter(inconclusive(say`the check has no request to send`));
  else if (unsent > 0) {
    enter(
      inconclusive(say`${unsent} requests not sent: ${silenceLimit} earlier ones got no response`),
    );
  } else if (entered.length + followUps.length === 0) {
    enter(inconclusive(say`the harness could not send any request that violates the rule`));
  }
  if (unit.isInput) return;
  await refine(entered, {
    ...context,
    unit,
    series,
    judge: (exchange) => judgeCase(check, exchange, control, bound),
  });
}

export function controlOf(
  { control, accepts = isSuccess }: Check,
  bound: Bound,
): Control | undefined {
  return control === 'none'
    ? undefined
    : { request: control?.(bound) ?? bound.wellFormed(), accepts };
}

const isUnrecorded = (exchange: Exchange): boolean =>
  !isAnswered(exchange) && exchange.answer.lost === 'not-recorded';

/** Undefined if the check has none. Throws `Inconclusive` if it is not accepted. */
export async function askControl(
  unit: Unit,
  control: Control | undefined,
  { send }: Pick<UnitContext, 'send'>,
  step: string,
) {
  if (!control) return undefined;
  const exchange = await send(keyOf(unit, 0, step), control.request);
  if (isAnswered(exchange) && control.accepts(exchange)) return exchange;
  const when = step === 'control' ? 'is not accepted' : 'is no longer accepted afterwards';
  throw new Inconclusive(say`the well-formed request ${when}: ${summary(exchange)}`);
}

/** Undefined for a withheld request, which is not a case. */
export function judgeCase(
  check: Check,
  exchange: Exchange,
  control: Answered | undefined,
  bound: Bound,
): Judgement | undefined {
  if (!isAnswered(exchange)) {
    return exchange.answer.lost === 'withheld' ? undefined : inconclusive(summary(exchange));
  }
  if (isLoadShedding(exchange)) {
    return inconclusive(say`the target shed load: ${exchange.answer.status} in every attempt`);
  }
  if (isRefusedBrowser(exchange)) return pass();
  const judgement = judged(() => check.judge(exchange, control, bound));
  return judgement.kind === 'fail' && control ? { accepted: control, ...judgement } : judgement;
}

/** After the control fails, only an accepted request that must be refused still counts. */
export function doubted(judgement: Judgement, exchange: Exchange, doubt: Judgement): Judgement {
  const accepted = isAnswered(exchange) && isSuccess(exchange);
  return judgement.kind === 'inconclusive' || (judgement.kind === 'fail' && accepted)
    ? judgement
    : doubt;
}
