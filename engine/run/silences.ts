import type { Bound } from '../catalogue/bound.ts';
import { type Endpoint, wholeRun } from '../catalogue/endpoint.ts';
import type { Answered, Exchange, Proof, Send, Unanswered } from '../exchange/exchange.ts';
import { isAnswered } from '../exchange/exchange.ts';
import { keyText } from '../exchange/key.ts';
import { type Request, requestText } from '../exchange/request.ts';
import { isSuccess } from '../judging/answer.ts';
import { sentPath } from '../judging/positive.ts';
import { mayBeLostByTarget, silentAttempts } from '../judging/silence.ts';
import type { Monitors } from './monitors.ts';

/**
 * Requests of a unit that are asked again, at most: who is silent on more than these has one defect. One, where none was
 * sent as often as it takes.
 */
const mostAskedAgain = 3;

/** The request that has to be answered for a silence to mean something, and which of its answers will do. */
export interface Control {
  readonly request: Request;
  readonly accepts: (answered: Answered) => boolean;
}

interface Silent {
  readonly exchange: Unanswered;
  readonly proof: Proof | undefined;
}

export interface Silences {
  /** Takes note of a request that stayed without an answer; overlooks every other. */
  readonly hear: (exchange: Exchange, proof?: Proof) => void;
  /**
   * Asks again, between two controls, what stayed without an answer, and tells the monitors of what does so again: a target
   * that was away for a moment would have to be so twice, at just these moments.
   */
  readonly askAgain: () => Promise<void>;
}

interface Context {
  readonly send: Send;
  readonly monitors: Monitors;
  /** Whether no proxy stands between the run and the target. */
  readonly isDirect: boolean;
}

/** Listens to the requests of one unit. */
export function listen(
  { send, monitors, isDirect }: Context,
  controlOf: (request: Request) => Control | undefined,
): Silences {
  const silent: Silent[] = [];
  const isStillSilent = async ({ exchange, proof }: Silent): Promise<boolean> => {
    const { key, request, answer } = exchange;
    const control = controlOf(request);
    const isAccepted = async (step: string) => {
      if (!control) return false;
      const came = await send({ ...key, step, attempt: 0 }, control.request);
      return isAnswered(came) && control.accepts(came);
    };
    if (!(await isAccepted(`control-silent-${key.step}`))) return false;
    // A target that hangs a lot is asked less often at a time: then it is asked more often here.
    for (let nth = 1, attempts = attemptsOf(exchange); nth === 1 || attempts < silentAttempts; nth++) {
      const step = `${key.step}-silent-again${nth === 1 ? '' : `-${nth}`}`;
      const again = await send({ ...key, step, attempt: 0 }, request, proof);
      if (isAnswered(again) || again.answer.lost !== answer.lost) return false;
      attempts += attemptsOf(again);
    }
    return isAccepted(`control-silent-${key.step}-after`);
  };
  return {
    hear: (exchange, proof) => {
      const counts = !isAnswered(exchange) && mayBeLostByTarget(exchange, isDirect) && monitors.speakOf(exchange);
      if (counts) silent.push({ exchange, proof });
    },
    askAgain: async () => {
      const proven = firstOfEach(silent.filter(isProven)).slice(0, mostAskedAgain);
      const others = proven.length > 0 ? [] : firstOfEach(silent).slice(0, 1);
      for (const one of [...proven, ...others]) {
        if (await isStillSilent(one)) monitors.lost(one.exchange);
      }
    },
  };
}

function attemptsOf({ key }: Exchange): number {
  return key.attempt + 1;
}

function isProven({ exchange }: Silent): boolean {
  return attemptsOf(exchange) >= silentAttempts;
}

/** One of each request, in the order of their names: that in which they fell silent differs from run to run. */
function firstOfEach(silent: readonly Silent[]): Silent[] {
  const named = silent.map((one) => ({ one, name: keyText(one.exchange.key) }));
  const inOrder = named.sort((left, right) => (left.name < right.name ? -1 : 1)).map(({ one }) => one);
  const requests = inOrder.map(({ exchange }) => requestText(exchange.request));
  return inOrder.filter((_one, at) => requests.indexOf(requests[at] ?? '') === at);
}

/**
 * The well-formed request of the endpoint; of a unit of the whole run, or where a request is not for the unit's own server,
 * that of the endpoint which the silent request was for. None for orders, which are not sent for the sake of a control.
 */
export function wellFormedControl(
  bound: Bound,
  covered: readonly Endpoint[],
): (request: Request) => Control | undefined {
  const { id, origin, safety } = bound.endpoint;
  const asControl = (request: Request | undefined) => request && { request, accepts: isSuccess };
  const own = covered.filter((one) => one.origin === 'api' && one.safety !== 'order');
  const sameAs = (silent: Request) =>
    own
      .map(({ name }) => bound.wellFormed(name))
      .find((one) => one.method === silent.method && sentPath(one) === sentPath(silent));
  return (silent) => {
    if (id === wholeRun || silent.origin !== origin) return asControl(sameAs(silent));
    return safety === 'order' ? undefined : asControl(bound.wellFormed());
  };
}
