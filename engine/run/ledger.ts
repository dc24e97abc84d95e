import {
  type Case,
  type Endpoint,
  type Judgement,
  type Plan,
  wholeRun,
} from '../catalogue/index.ts';
import {
  type Exchange,
  inOrder,
  isAnswered,
  type Key,
  keyText,
  type Sentence,
  wasSent,
} from '../exchange/index.ts';
import { wentToEndpoint } from '../judging/positive.ts';
import {
  addTime,
  byText,
  type Changes,
  causeId,
  count,
  countTraits,
  emptyHistogram,
  emptyTally,
  type Finding,
  type FindingId,
  finding,
  findingId,
  type HarnessError,
  type Histogram,
  joinFindings,
  type Part,
  type Tally,
} from '../outcome/index.ts';
import { whatFailed } from './failed-at.ts';

export class Ledger {
  readonly #tallies = new Map<string, Tally>();
  readonly #findings = new Map<string, Finding>();
  readonly #latencies = new Map<string, Histogram>();
  readonly #labels = new Map<string, string>();
  readonly #harnessErrors: HarnessError[] = [];
  readonly #notices: string[] = [];
  readonly #inputs;
  /** Requirements whose judgements concern several exchanges. */
  readonly #scenarios;
  readonly #endpoints;
  requests = 0;
  latest: string | undefined;

  constructor(plan: Plan) {
    this.#inputs = new Set(plan.units.filter(({ isInput }) => isInput).map(({ id }) => id));
    const scenarios = plan.units.filter(({ row }) => row.requirement.kind === 'scenario');
    this.#scenarios = new Set(scenarios.map(({ row }) => row.requirement.id));
    this.#endpoints = [...new Set(plan.units.map(({ endpoint }) => endpoint))];
    for (const unit of plan.units) {
      const tally = this.tally(unit.row.requirement.id, unit.endpoint.id);
      if (unit.notRun !== undefined) tally.notRun = unit.notRun;
      if (unit.lacks) tally.lacks = unit.lacks;
      if (unit.notSelected) tally.notSelected = true;
      if (unit.sharedReason) tally.sharedReason = true;
    }
  }

  tally(requirement: string, endpoint: string): Tally {
    const id = `${requirement}|${endpoint}`;
    const tally = this.#tallies.get(id) ?? emptyTally(requirement, endpoint);
    this.#tallies.set(id, tally);
    return tally;
  }

  /** How a request was changed, for every finding that shows it. */
  label(key: Key, { field, label }: Pick<Case, 'field' | 'label'>) {
    this.#labels.set(keyText(key), field === undefined ? label : `${field}: ${label}`);
  }

  enter(requirement: string, endpoint: string, judgement: Judgement, exchange?: Exchange) {
    if (this.#inputs.has(`${requirement}|${endpoint}`)) return;
    const tally = this.tally(requirement, endpoint);
    count(tally, judgement);
    if (exchange && !this.#scenarios.has(requirement))
      this.#countTraits(tally, judgement, exchange);
    if (judgement.kind !== 'fail') return;
    const shown = judgement.exchange ?? exchange;
    const changed = shown && this.#labels.get(keyText({ ...shown.key, attempt: 0 }));
    // A monitor also judges requests that a requirement of another endpoint sends.
    const isWanted = shown && (endpoint === wholeRun || judgement.exchange === undefined);
    const isThere = (one: Endpoint) =>
      judgement.at?.includes(one.id) ?? (isWanted && wentToEndpoint(shown, one));
    const at = this.#endpoints.filter(
      (one) => one.id !== endpoint && one.origin === shown?.request.origin && isThere(one),
    );
    const found = {
      ...finding(requirement, endpoint, judgement, exchange),
      ...(changed !== undefined && { changes: { changed, violating: [], passing: [] } }),
      ...(at.length > 0 && { at: at.map(({ id }) => id) }),
    };
    const id = findingId(found);
    const known = this.#findings.get(id);
    this.#findings.set(id, known ? joinFindings(known, found) : found);
  }

  #countTraits(tally: Tally, judgement: Judgement, exchange: Exchange) {
    if (judgement.kind !== 'pass' && judgement.kind !== 'fail') return;
    const cause = judgement.kind === 'fail' ? causeId(judgement) : '';
    const wentTo =
      tally.endpoint === wholeRun
        ? this.#endpoints.find((one) => wentToEndpoint(exchange, one))
        : undefined;
    tally.traits ??= {};
    countTraits(tally.traits, cause, exchange, wentTo?.id);
  }

  /** Something else than the target may explain what was found. */
  withdraw(requirement: string, endpoint: string, why: Sentence) {
    const tally = this.tally(requirement, endpoint);
    tally.violated = 0;
    delete tally.traits;
    for (const [id, found] of this.#findings) {
      if (found.requirement === requirement && found.endpoint === endpoint)
        this.#findings.delete(id);
    }
    this.enter(requirement, endpoint, { kind: 'inconclusive', why });
  }

  error(where: string, error: unknown) {
    this.#harnessErrors.push({ where, message: whatFailed(error) });
  }

  notice(text: string) {
    this.#notices.push(text);
  }

  time(exchange: Exchange) {
    if (!wasSent(exchange)) return;
    this.requests++;
    const { requirement, endpoint } = exchange.key;
    this.latest = requirement;
    // A monitor of the whole run sends its requests to any endpoint.
    const tally =
      this.#tallies.get(`${requirement}|${endpoint}`) ??
      this.#tallies.get(`${requirement}|${wholeRun}`);
    // If the clock was set back, counts no time.
    if (tally)
      tally.durationMs = (tally.durationMs ?? 0) + Math.max(0, exchange.endedAt - exchange.sentAt);
    if (!isAnswered(exchange)) return;
    const histogram = this.#latencies.get(endpoint) ?? emptyHistogram();
    this.#latencies.set(endpoint, histogram);
    addTime(histogram, exchange.endedAt - exchange.sentAt);
  }

  findings(): readonly Finding[] {
    return [...this.#findings]
      .sort(([left], [right]) => inOrder(left, right))
      .map(([, found]) => found);
  }

  refine(found: Finding) {
    this.#findings.set(findingId(found), found);
  }

  explain(id: FindingId, changes: Changes) {
    const found = this.#findings.get(findingId(id));
    if (found) this.refine({ ...found, changes });
  }

  get findingCount() {
    return this.#findings.size;
  }

  part(folds: Part['folds']): Part {
    return {
      tallies: Object.fromEntries(this.#tallies),
      findings: Object.fromEntries(this.findings().map((found) => [findingId(found), found])),
      folds,
      pairs: {},
      clashes: {},
      harnessErrors: [...this.#harnessErrors].sort(byText),
      notices: this.#notices,
      latencies: Object.fromEntries(this.#latencies),
      requests: this.requests,
    };
  }
}
