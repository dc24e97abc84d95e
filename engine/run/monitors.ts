import {
  type Bound,
  type Catalogue,
  type Judgement,
  type Monitor,
  monitorsById,
  runAsEndpoint,
  type Unit,
  wholeRun,
} from '../catalogue/index.ts';
import { type Answered, type Exchange, isAnswered, type Unanswered } from '../exchange/index.ts';
import { isLoadShedding, isRefusedBrowser, judged } from '../judging/index.ts';
import type { Part } from '../outcome/part.ts';
import { Folding } from './clashes.ts';
import type { Ledger } from './ledger.ts';

type Listening = Readonly<{
  monitor: Monitor;
  bound: Bound;
  endpoint: string;
}>;

const everywhere = '*';

export class Monitors {
  readonly #ledger;
  readonly #byId;
  readonly #byEndpoint = new Map<string, Listening[]>();
  readonly #folds = new Map<string, Folding>();

  constructor(
    catalogue: Catalogue,
    units: readonly Unit[],
    bind: (unit: Unit) => Bound,
    ledger: Ledger,
  ) {
    this.#ledger = ledger;
    this.#byId = monitorsById(catalogue);
    const seen = new Set<Monitor>();
    for (const unit of units) {
      const { requirement } = unit.row;
      if (requirement.kind !== 'monitor' || unit.notRun !== undefined) continue;
      const listening = { monitor: requirement, bound: bind(unit), endpoint: unit.endpoint.id };
      this.#listen(unit.endpoint.id === wholeRun ? everywhere : unit.endpoint.id, listening);
      if (requirement.fold) this.#folds.set(requirement.id, new Folding(requirement.fold));
      // Such a monitor also judges responses of requests to no endpoint of the table.
      if (requirement.endpoints?.(runAsEndpoint) && !seen.has(requirement)) {
        this.#listen(wholeRun, { ...listening, endpoint: wholeRun });
      }
      seen.add(requirement);
    }
  }

  #listen(endpoint: string, listening: Listening) {
    this.#byEndpoint.set(endpoint, [...(this.#byEndpoint.get(endpoint) ?? []), listening]);
  }

  #concerned(exchange: Exchange) {
    return [everywhere, exchange.key.endpoint]
      .flatMap((endpoint) => this.#byEndpoint.get(endpoint) ?? [])
      .filter(({ monitor }) => sees(monitor, exchange));
  }

  #judges(monitor: Monitor, answered: Answered, bound: Bound) {
    const passes = (earlier: Monitor | undefined) => {
      const judge = earlier?.judge;
      if (!judge || !sees(earlier, answered) || !this.#judges(earlier, answered, bound))
        return false;
      return judged(() => judge(answered, bound)).kind === 'pass';
    };
    return (
      monitor.matches(answered) && (monitor.after ?? []).every((id) => passes(this.#byId.get(id)))
    );
  }

  /** Only a last attempt that is no load shedding and no refusal of browser fields. */
  see(exchange: Exchange) {
    if (!isAnswered(exchange) || isLoadShedding(exchange) || isRefusedBrowser(exchange)) return;
    for (const { monitor, bound, endpoint } of this.#concerned(exchange)) {
      this.#guard(monitor, () => {
        if (!this.#judges(monitor, exchange, bound)) return;
        const { id, judge } = monitor;
        const judgement = judge && judged(() => judge(exchange, bound));
        if (judgement) this.#ledger.enter(id, endpoint, judgement, exchange);
        this.#folds.get(id)?.add(exchange, bound);
      });
    }
  }

  #judgeLostBy(exchange: Unanswered, heed: (judgement: Judgement, by: Listening) => void) {
    for (const by of this.#concerned(exchange)) {
      this.#guard(by.monitor, () => {
        const judgement = by.monitor.lost?.(exchange);
        if (judgement) heed(judgement, by);
      });
    }
  }

  speakOf(exchange: Unanswered) {
    let speaks = false;
    this.#judgeLostBy(exchange, () => {
      speaks = true;
    });
    return speaks;
  }

  /** Judges a request that gets no response although the control gets one. */
  lost(exchange: Unanswered) {
    this.#judgeLostBy(exchange, (judgement, { monitor, endpoint }) =>
      this.#ledger.enter(monitor.id, endpoint, judgement, exchange),
    );
  }

  /** Judges without recording, to see whether a finding recurs. */
  judgeAgain(requirement: string, again: Answered): Judgement | undefined {
    // The finding may be a refusal.
    const answered: Answered = {
      ...again,
      request: { ...again.request, purpose: 'served-before' },
    };
    const listening = this.#concerned(answered).find(({ monitor }) => monitor.id === requirement);
    if (!listening || !this.#judges(listening.monitor, answered, listening.bound)) return undefined;
    const { judge } = listening.monitor;
    return judge && judged(() => judge(answered, listening.bound));
  }

  judgeLost(requirement: string, unanswered: Unanswered): Judgement | undefined {
    return this.#byId.get(requirement)?.lost?.(unanswered);
  }

  #guard(monitor: Monitor, action: () => void) {
    try {
      action();
    } catch (error) {
      this.#ledger.error(monitor.id, error);
    }
  }

  folds(): Record<string, unknown> {
    return Object.fromEntries([...this.#folds].map(([id, { state }]) => [id, state]));
  }

  contradictions(): Pick<Part, 'pairs' | 'clashes'> {
    const ofFolds = <T>(read: (folding: Folding) => T | undefined) => {
      const all = [...this.#folds].map(([id, folding]) => [id, read(folding)] as const);
      return Object.fromEntries(all.filter((one): one is [string, T] => one[1] !== undefined));
    };
    return { pairs: ofFolds(({ pair }) => pair), clashes: ofFolds(({ facts }) => facts) };
  }
}

function sees({ id, skips, hearsCleared }: Monitor, { key, request: { purpose } }: Exchange) {
  if (purpose === undefined) return true;
  if (purpose === 'cleared') return hearsCleared === true;
  if (purpose === 'own') return id === key.requirement;
  return purpose !== 'repeat' && !skips?.includes(purpose);
}
