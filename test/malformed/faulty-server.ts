import type { Check } from '../../engine/catalogue/check.ts';
import { requestText } from '../../engine/exchange/request.ts';
import { type Answered, type Bound, type Exchange, isAnswered, type Proof, type Request } from '../../engine/index.ts';
import { makePlan, type Unit } from '../../engine/run/plan.ts';
import { placedCases } from '../../engine/run/series.ts';
import { setUp } from '../../engine/run/setup.ts';
import { liveTransport } from '../../engine/wire/live.ts';
import type { Fault } from '../../fixtures/faults/fault.ts';
import { startReference } from '../../fixtures/reference/index.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { http } from '../../suites/every-endpoint/http.ts';
import { fullConfigFor } from '../kernel/in-process.ts';
import { type Asking, bindAll, vaultOf, withSeed } from './at-standard.ts';

/** A server at fault, asked what a run at depth standard asks it, without the run around that. */
export interface FaultyServer {
  /** The first case that shows the fault with that seed, undefined where none does. */
  find(seed: number): Promise<'listed' | 'drawn' | undefined>;
  close(): Promise<void>;
}

type AskCase = (step: string, request: Request, proof?: Proof) => Promise<Exchange>;

const serverError = http.requirements.find(({ id }) => id === 'http/no-server-error');

/** Starts the server, for requirements to ask. What is the same with every seed is asked once. */
export async function startFaulty(
  { compose, breaks: [intended] }: Fault,
  asking: readonly Asking[],
): Promise<FaultyServer> {
  const reference = await startReference({ compose });
  const config = fullConfigFor(reference, { depth: 'standard' });
  const vault = vaultOf(config);
  const live = liveTransport(config, 'test', 'test', vault, {}, () => {});
  const facts = await setUp({
    config,
    covered: makePlan(catalogue, config).covered,
    givenTokens: {},
    send: (key, request, proof) => live.once(key, request, proof, false),
    wait: async () => false,
    nameGuide: (nth, id) => vault.set(`guide:${nth}`, id, 'plain'),
  });
  const asked = new Map<string, Promise<Exchange>>();
  const askerOf =
    ({ row, endpoint }: Unit): AskCase =>
    (step, request, proof) => {
      const text = `${step.replace(/\d+/, '')} ${requestText(request)}`;
      const key = { requirement: row.requirement.id, endpoint: endpoint.id, index: 0, step, attempt: 0 };
      const exchange = asked.get(text) ?? live.once(key, request, proof, false);
      asked.set(text, exchange);
      return exchange;
    };
  const all = bindAll(config, facts, asking);
  return {
    find: async (seed) => {
      for (const { unit, bound } of all.map((one) => withSeed(one, seed))) {
        const found = await findIn(unit, bound, intended, askerOf(unit));
        if (found) return found;
      }
      return undefined;
    },
    close: async () => {
      await live.close();
      await reference.close();
    },
  };
}

async function findIn({ row, seed }: Unit, bound: Bound, intended: string, ask: AskCase) {
  const { requirement } = row;
  if (requirement.kind === 'check') return findInCases(requirement, bound, seed, intended, ask);
  const answers: Exchange[] = [];
  const noting: AskCase = async (...request) => {
    const exchange = await ask(...request);
    answers.push(exchange);
    return exchange;
  };
  const judgements =
    requirement.kind === 'scenario'
      ? await requirement.run(bound, noting)
      : requirement.kind === 'monitor'
        ? await requirement.probing?.(bound, noting)
        : [];
  const broken = requirement.id === intended && judgements?.some(({ kind }) => kind === 'violated');
  return broken || answers.some((exchange) => isServerError(exchange, intended, bound)) ? 'listed' : undefined;
}

async function findInCases(check: Check, bound: Bound, seed: number, intended: string, ask: AskCase) {
  const control =
    check.control === 'none' ? undefined : await ask('control', check.control?.(bound) ?? bound.wellFormed());
  if (control && !isAnswered(control)) throw new RangeError(`${check.id}: no control`);
  for (const { case: one, drawn } of placedCases(check.cases(bound), bound.depth, seed)) {
    const exchange = await ask('case', one.request, one.proof);
    const broken =
      check.id === intended && isAnswered(exchange) && check.judge(exchange, control, bound).kind === 'violated';
    if (broken || isServerError(exchange, intended, bound)) return drawn ? 'drawn' : 'listed';
  }
  return undefined;
}

function isServerError(exchange: Exchange, intended: string, bound: Bound): boolean {
  if (intended !== 'http/no-server-error' || serverError?.kind !== 'monitor' || !isAnswered(exchange)) return false;
  const answered: Answered = exchange;
  return serverError.matches(answered) && serverError.judge?.(answered, bound).kind === 'violated';
}
