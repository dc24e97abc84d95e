import type { Bound } from '../catalogue/bound.ts';
import { type Endpoint, wholeRun } from '../catalogue/endpoint.ts';
import {
  type Answered,
  type Exchange,
  isAnswered,
  type Proof,
  type Unanswered,
} from '../exchange/exchange.ts';
import { keyText } from '../exchange/key.ts';
import { type Request, requestText } from '../exchange/request.ts';
import { isSuccess } from '../judging/answer.ts';
import { sentPath } from '../judging/positive.ts';
import { mayBeLostByTarget, silentAttempts } from '../judging/silence.ts';
import type { UnitContext } from './unit-context.ts';

/**
 * Further silent requests of a unit have the same cause. If none had `silentAttempts` attempts,
 * only the first one is sent again.
 */
const mostAskedAgain = 3;

/** A request that must succeed before a missing response counts. */
export interface Control {
  readonly request: Request;
  readonly accepts: (answered: Answered) => boolean;
}

interface Silent {
  readonly exchange: Unanswered;
  readonly proof: Proof | undefined;
}

/** Watches the requests of one unit for silence. */
export function listen(
  { send, monitors, isDirect }: Pick<UnitContext, 'send' | 'monitors' | 'isDirect'>,
  controlOf: (request: Request) => Control | undefined,
) {
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
    // If the target often hangs, the request may have had too few attempts.
    for (
      let nth = 1, attempts = attemptsOf(exchange);
      nth === 1 || attempts < silentAttempts;
      nth++
    ) {
      const step = `${key.step}-silent-again${nth === 1 ? '' : `-${nth}`}`;
      const again = await send({ ...key, step, attempt: 0 }, request, proof);
      if (isAnswered(again) || again.answer.lost !== answer.lost) return false;
      attempts += attemptsOf(again);
    }
    return isAccepted(`control-silent-${key.step}-after`);
  };
  return {
    hear: (exchange: Exchange, proof?: Proof) => {
      const counts =
        !isAnswered(exchange) &&
        mayBeLostByTarget(exchange, isDirect) &&
        monitors.speakOf(exchange);
      if (counts) silent.push({ exchange, proof });
    },
    /**
     * Sends silent requests again between two controls, and reports those that stay silent. A
     * short outage would have to occur twice, exactly then.
     */
    askAgain: async () => {
      const proven = firstOfEach(silent.filter(isProven)).slice(0, mostAskedAgain);
      const others = proven.length > 0 ? [] : firstOfEach(silent).slice(0, 1);
      for (const one of [...proven, ...others]) {
        if (await isStillSilent(one)) monitors.lost(one.exchange);
      }
    },
  };
}

const attemptsOf = ({ key }: Exchange): number => key.attempt + 1;

const isProven = ({ exchange }: Silent): boolean => attemptsOf(exchange) >= silentAttempts;

/** One exchange per request, by key: the order of arrival differs between runs. */
function firstOfEach(silent: readonly Silent[]): Silent[] {
  const named = silent.map((one) => ({ one, name: keyText(one.exchange.key) }));
  const inOrder = named
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .map(({ one }) => one);
  const requests = inOrder.map(({ exchange }) => requestText(exchange.request));
  return inOrder.filter((_one, at) => requests.indexOf(requests[at] ?? '') === at);
}

/**
 * The well-formed request of the unit's endpoint. For the whole run, or another server, that of
 * the endpoint that the silent request went to. No order is sent only as a control.
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
