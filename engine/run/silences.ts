import { type Bound, type Endpoint, wholeRun } from '../catalogue/index.ts';
import {
  type Answered,
  type Exchange,
  grouped,
  inOrder,
  isAnswered,
  keyText,
  type Proof,
  type Request,
  requestText,
  type Unanswered,
} from '../exchange/index.ts';
import { isSuccess, mayBeLostByTarget, sentPath, silentAttempts } from '../judging/index.ts';
import type { Monitors } from './monitors.ts';
import type { UnitContext } from './unit-context.ts';

/**
 * Further silent requests of a unit have the same cause. If none had `silentAttempts` attempts,
 * only the first one is sent again.
 */
const mostAskedAgain = 3;

export type Control = Readonly<{
  request: Request;
  accepts: (answered: Answered) => boolean;
}>;

type Silent = Readonly<{
  exchange: Unanswered;
  proof: Proof | undefined;
}>;

export function listen(
  { send, monitors, isDirect }: Pick<UnitContext, 'send' | 'monitors' | 'isDirect'>,
  controlOf: (request: Request) => Control | undefined,
) {
  const silent: Silent[] = [];
  const isStillSilent = async ({ exchange, proof }: Silent) => {
    const { key, request, answer } = exchange;
    const control = controlOf(request);
    const ask = (step: string, sent: Request, its?: Proof) =>
      send({ ...key, step, attempt: 0 }, sent, its);
    const isAccepted = async (step: string) => {
      const came = control && (await ask(step, control.request));
      return came !== undefined && isAnswered(came) && control?.accepts(came) === true;
    };
    if (!(await isAccepted(`control-silent-${key.step}`))) return false;
    // If the target often hangs, the request may have had too few attempts.
    let attempts = attemptsOf(exchange);
    for (let nth = 1; nth === 1 || attempts < silentAttempts; nth++) {
      const step = `${key.step}-silent-again${nth === 1 ? '' : `-${nth}`}`;
      const again = await ask(step, request, proof);
      if (isAnswered(again) || again.answer.lost !== answer.lost) return false;
      attempts += attemptsOf(again);
    }
    return isAccepted(`control-silent-${key.step}-after`);
  };
  return {
    hear: (exchange: Exchange, proof?: Proof) => {
      if (isAnswered(exchange) || !mayBeLostByTarget(exchange, isDirect)) return;
      if (monitors.speakOf(exchange)) silent.push({ exchange, proof });
    },
    /** A short outage would have to occur twice, exactly then. */
    askAgain: async () => {
      const isProven = ({ exchange }: Silent) => attemptsOf(exchange) >= silentAttempts;
      const proven = firstOfEach(silent.filter(isProven)).slice(0, mostAskedAgain);
      for (const one of proven.length > 0 ? proven : firstOfEach(silent).slice(0, 1)) {
        if (await isStillSilent(one)) monitors.lost(one.exchange);
      }
    },
  };
}

const attemptsOf = ({ key }: Exchange) => key.attempt + 1;

/** By key, because the order of arrival differs between runs. */
function firstOfEach(silent: readonly Silent[]) {
  const sorted = silent.toSorted((one, other) =>
    inOrder(keyText(one.exchange.key), keyText(other.exchange.key)),
  );
  const byText = grouped(sorted, ({ exchange }) => requestText(exchange.request));
  return [...byText.values()].flatMap(([first]) => first ?? []);
}

/**
 * No order is sent only as a control. A request to another endpoint has that endpoint's control.
 */
export function wellFormedControl(
  { endpoint: { id, origin, safety }, wellFormed }: Bound,
  covered: readonly Endpoint[],
): (request: Request) => Control | undefined {
  const own = covered.filter((one) => one.origin === 'api' && one.safety !== 'order');
  const sameAs = (silent: Request) =>
    own
      .map(({ name }) => wellFormed(name))
      .find((one) => one.method === silent.method && sentPath(one) === sentPath(silent));
  return (silent) => {
    const isElsewhere = id === wholeRun || silent.origin !== origin;
    if (!isElsewhere && safety === 'order') return undefined;
    const request = isElsewhere ? sameAs(silent) : wellFormed();
    return request && { request, accepts: isSuccess };
  };
}

/**
 * Each order is sent only once, so different orders replace repeated attempts: four that fail
 * alike, or three if at least half of all do.
 */
export function provenSilentOrder(tried: readonly Exchange[], monitors: Pick<Monitors, 'speakOf'>) {
  const lost = tried.flatMap((one) => (isAnswered(one) || !monitors.speakOf(one) ? [] : [one]));
  const isProven = (alike: readonly Unanswered[]) => {
    const different = new Set(alike.map(({ request }) => requestText(request))).size;
    return different >= silentAttempts + Number(alike.length * 2 < tried.length);
  };
  return (['closed', 'timeout'] as const)
    .map((why) => lost.filter(({ answer }) => answer.lost === why))
    .find(isProven)?.[0];
}

export function listenToOrders(monitors: Monitors, isAccepted: (step: string) => Promise<boolean>) {
  const tried: Exchange[] = [];
  let silent = 0;
  let between: Promise<boolean> | undefined;
  return {
    /** After the second silent order, the target must still accept one. */
    hear: async (exchange: Exchange) => {
      tried.push(exchange);
      // A single silent order does not justify sending another.
      if (isAnswered(exchange) || !monitors.speakOf(exchange) || ++silent < 2) return;
      between ??= isAccepted('control-between');
      await between;
    },
    tell: async () => {
      const proven = provenSilentOrder(tried, monitors);
      if (proven && (await between) && (await isAccepted('control-after'))) monitors.lost(proven);
    },
  };
}
