import type { AnyFail, Case, Judgement, Series, Unit } from '../catalogue/index.ts';
import { type Exchange, grouped, isAnswered, keyText } from '../exchange/index.ts';
import { byPlainness, causeId, finding, plainnessOf, type Weighed } from '../outcome/index.ts';
import { type Placed, shrink } from './series.ts';
import { keyOf, type UnitContext } from './unit-context.ts';

const reproductions = 2;
const shrinkLimit = 24;
/** With more causes, the endpoint as a whole is broken. */
const refinedCauses = 3;

/** The judgement is undefined if the request is not a case. */
export interface Tried {
  readonly placed: Placed;
  exchange: Exchange;
  readonly judgement: Judgement | undefined;
}

type Violating = Tried & { readonly judgement: AnyFail };

type Refining = Pick<UnitContext, 'send' | 'ledger'> &
  Readonly<{
    unit: Unit;
    series: Series;
    judge: (exchange: Exchange) => Judgement | undefined;
  }>;

export async function refine(tried: readonly Tried[], refining: Refining) {
  const { endpoint, row } = refining.unit;
  const violating = tried.filter((one): one is Violating => one.judgement?.kind === 'fail');
  const causes = grouped(violating, ({ judgement }) => causeId(judgement));
  const passing = labelsOf(tried.filter(({ judgement }) => judgement?.kind === 'pass'));
  // An order is not sent twice, and identity providers count wrong credentials.
  const mayRepeat = endpoint.safety !== 'order' && endpoint.origin !== 'token';
  for (const [nth, same] of [...causes.values()].entries()) {
    const [first] = same.toSorted(inOrderOfShowing);
    if (!first) continue;
    const isRepeated = mayRepeat && nth < refinedCauses;
    const { label: changed, field } = isRepeated
      ? await repeat(first, same.length, refining)
      : first.placed.case;
    refining.ledger.explain(
      { ...first.judgement, requirement: row.requirement.id, endpoint: endpoint.id },
      {
        ...(field === undefined ? {} : { field }),
        ...{ changed, violating: labelsOf(same).filter((label) => label !== changed), passing },
      },
    );
  }
}

const labelsOf = (tried: readonly Tried[]) => [
  ...new Set(tried.map(({ placed }) => placed.case.label)),
];

async function repeat(first: Violating, count: number, refining: Refining) {
  const { unit, series, judge, send, ledger } = refining;
  const { placed } = first;
  let smallest: Readonly<{ exchange: Exchange; judgement: AnyFail }> = first;
  let smallestCase = placed.case;
  const again = async (step: string, { request, proof }: Case, onNew = {}) => {
    const key = keyOf(unit, placed.index, step);
    const exchange = await send(key, { ...request, ...onNew, purpose: 'repeat' }, proof);
    const judgement = judge(exchange);
    return judgement?.kind === 'fail' && causeId(judgement) === causeId(first.judgement)
      ? { exchange, judgement }
      : undefined;
  };
  if (placed.drawn) {
    const stillFails = async (smaller: Case, nth: number) => {
      const fails = await again(`shrink-${nth}`, smaller);
      smallest = fails ?? smallest;
      return fails !== undefined;
    };
    const shrunk = await shrink(series, placed.drawn, unit.seed, shrinkLimit, stillFails);
    smallestCase = shrunk ?? smallestCase;
  }
  let times = 0;
  for (let nth = 1; nth <= reproductions; nth++) {
    // The server may remember what it got on another connection.
    const connection = `again:${keyText(keyOf(unit, placed.index, String(nth)))}`;
    if (await again(`again-${nth}`, smallestCase, { connection })) times++;
  }
  const { judgement, exchange } = smallest;
  const found = finding(unit.row.requirement.id, unit.endpoint.id, judgement, exchange);
  ledger.refine({ ...found, count, reproduced: { of: reproductions, times } });
  return smallestCase;
}

const inOrderOfShowing = (one: Tried, other: Tried) =>
  byPlainness(sightOf(one), sightOf(other)) || one.placed.index - other.placed.index;

const sightOf = ({ exchange }: Tried): Weighed => ({
  plainness: plainnessOf(exchange.request),
  isCase: true,
  isLost: !isAnswered(exchange),
});

/** Drops headers and body of a response that no finding shows: a target may send megabytes. */
export function lightened(tried: Tried, exemplars: Map<string, Tried>) {
  const { judgement } = tried;
  if (judgement?.kind !== 'fail') return statusAlone(tried);
  const cause = causeId(judgement);
  const known = exemplars.get(cause);
  if (known && inOrderOfShowing(known, tried) < 0) return statusAlone(tried);
  if (known) statusAlone(known);
  exemplars.set(cause, tried);
  return tried;
}

function statusAlone(tried: Tried) {
  const { exchange } = tried;
  if (isAnswered(exchange)) {
    const body = { size: exchange.answer.body.size };
    tried.exchange = { ...exchange, answer: { ...exchange.answer, headers: [], body } };
  }
  return tried;
}
