import type { AnyFail, Judgement } from '../catalogue/check.ts';
import type { Unit } from '../catalogue/plan.ts';
import type { Case, Series } from '../catalogue/series.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { keyText } from '../exchange/key.ts';
import { causeId } from '../outcome/defect-id.ts';
import { finding } from '../outcome/finding.ts';
import { shrink } from './series.ts';
import { inOrderOfShowing, type Tried } from './tried.ts';
import { keyOf, type UnitContext } from './unit-context.ts';

const reproductions = 2;
const shrinkLimit = 24;
/** With more causes, the endpoint as a whole is broken. */
const refinedCauses = 3;

type Violating = Tried & { readonly judgement: AnyFail };

interface Refining extends Pick<UnitContext, 'send' | 'ledger'> {
  readonly unit: Unit;
  readonly series: Series;
  readonly judge: (exchange: Exchange) => Judgement | undefined;
}

/**
 * Completes each finding with the changes that violate and pass, the smallest request that shows
 * the violation, and how often it recurs.
 */
export async function refine(tried: readonly Tried[], refining: Refining): Promise<void> {
  const { unit, ledger } = refining;
  const violating = tried.filter((one): one is Violating => one.judgement?.kind === 'fail');
  const causes = new Set(violating.map(({ judgement }) => causeId(judgement)));
  const passing = labelsOf(tried.filter(({ judgement }) => judgement?.kind === 'pass'));
  // An order is not sent twice, and identity providers count wrong credentials.
  const mayRepeat = unit.endpoint.safety !== 'order' && unit.endpoint.origin !== 'token';
  for (const [nth, cause] of [...causes].entries()) {
    const same = violating.filter(({ judgement }) => causeId(judgement) === cause);
    const [first] = [...same].sort(inOrderOfShowing);
    if (!first) continue;
    const isRepeated = mayRepeat && nth < refinedCauses;
    const smallest = isRepeated ? await repeat(first, same.length, refining) : first.placed.case;
    const changed = smallest.label;
    const changes = {
      changed,
      violating: labelsOf(same).filter((label) => label !== changed),
      passing,
    };
    ledger.explain(
      { ...first.judgement, requirement: unit.row.requirement.id, endpoint: unit.endpoint.id },
      changes,
    );
  }
}

const labelsOf = (tried: readonly Tried[]) => [
  ...new Set(tried.map(({ placed }) => placed.case.label)),
];

/** Returns the smallest case. */
async function repeat(first: Violating, count: number, refining: Refining): Promise<Case> {
  const { unit, series, judge, send, ledger } = refining;
  const { placed } = first;
  const again = async (step: string, smaller: Case, onNew = {}) => {
    const request = { ...smaller.request, ...onNew, purpose: 'repeat' as const };
    const exchange = await send(keyOf(unit, placed.index, step), request, smaller.proof);
    const judgement = judge(exchange);
    return judgement?.kind === 'fail' && causeId(judgement) === causeId(first.judgement)
      ? { exchange, judgement }
      : undefined;
  };
  let smallest: { readonly exchange: Exchange; readonly judgement: AnyFail } = first;
  let smallestCase = placed.case;
  if (placed.drawn) {
    const shrunk = await shrink(
      series,
      placed.drawn,
      unit.seed,
      shrinkLimit,
      async (smaller, nth) => {
        const fails = await again(`shrink-${nth}`, smaller);
        if (fails) smallest = fails;
        return fails !== undefined;
      },
    );
    smallestCase = shrunk ?? smallestCase;
  }
  let times = 0;
  for (let nth = 1; nth <= reproductions; nth++) {
    // The server may remember what it got on another connection.
    const connection = `again:${keyText(keyOf(unit, placed.index, String(nth)))}`;
    if (await again(`again-${nth}`, smallestCase, { connection })) times++;
  }
  const found = finding(
    unit.row.requirement.id,
    unit.endpoint.id,
    smallest.judgement,
    smallest.exchange,
  );
  ledger.refine({ ...found, count, reproduced: { of: reproductions, times } });
  return smallestCase;
}
