import type { RefusalCause } from '../catalogue/index.ts';
import { type Exchange, isAnswered, type Send, setupKey, statusOf } from '../exchange/index.ts';
import { isLoadShedding, longestSpread } from '../judging/index.ts';
import type { Attempts } from '../traffic/attempts.ts';
import type { Sent, Suspect } from './token-losses.ts';

/** They differ, so that a token for so many requests does not always end after the suspect. */
const rounds = [3, 5, 4, 6, 3] as const;

type Means = Pick<Attempts, 'wait'> &
  Readonly<{
    send: Send;
  }>;

/**
 * Finds the request that makes the target refuse a token or a user which it accepted before. Sends
 * each suspect between two controls. If the second one is refused, five rounds follow, each with a
 * new token: controls, the suspect, a control. The suspect is the cause if exactly the last
 * control of each round is refused. Call it when nothing else is in flight. Another client that
 * revokes the token with probability p per request is mistaken for the suspect with probability
 * p⁵(1 - p)²¹, less than 3·10⁻⁶ for any p. The controls are as far apart as the suspect takes, so
 * that no token ends with time after a slow suspect only.
 */
export async function findRefusalCause(
  suspects: readonly Suspect[],
  { send, wait }: Means,
): Promise<RefusalCause | undefined> {
  let count = 0;
  let latest: Readonly<{ suspect: Suspect; isAccepted: boolean }> | undefined;
  const ask = (what: string, { endpoint, request }: Sent) => {
    const { connection: _, ...alone } = request;
    const key = setupKey(endpoint, `refusal-${what}`, count++);
    return send(key, { ...alone, purpose: 'repeat' });
  };
  const askControl = async (suspect: Suspect) => {
    const came = await ask('control', suspect.control);
    latest = { suspect, isAccepted: isAccepted(came) };
    return came;
  };
  /** Gets a new token. Not every server may know it at once. */
  const restore = async (suspect: Suspect) => {
    if (suspect.renewal) await ask('token', suspect.renewal);
    const first = await askControl(suspect);
    if (!isRefused(first)) return isAccepted(first);
    await wait(longestSpread);
    return isAccepted(await askControl(suspect));
  };
  const refusedAfter = async (suspect: Suspect) => {
    const cause = await ask('suspect', suspect.sent);
    if (!isAnswered(cause) || (isRefused(cause) && suspect.isAdmitted)) return undefined;
    const refused = await askControl(suspect);
    return isRefused(refused) ? { cause, refused } : undefined;
  };
  const judge = async (suspect: Suspect) => {
    let found = await refusedAfter(suspect);
    let without = 0;
    for (const controls of rounds) {
      if (!found || !(await restore(suspect))) return undefined;
      const tookMs = found.cause.endedAt - found.cause.sentAt;
      for (let nth = 0; nth < controls; nth++) {
        await wait(tookMs);
        if (!isAccepted(await askControl(suspect))) return undefined;
        without++;
      }
      found = await refusedAfter(suspect);
    }
    return found && { ...found, times: rounds.length, without };
  };
  const gone = new Set<Sent>();
  try {
    for (const suspect of suspects) {
      const { control } = suspect;
      if (gone.has(control)) continue;
      const isReady =
        (latest?.isAccepted && latest.suspect.control === control) ||
        isAccepted(await askControl(suspect)) ||
        (await restore(suspect));
      const cause = isReady ? await judge(suspect) : undefined;
      if (cause) return cause;
      if (!isReady) gone.add(control);
    }
    return undefined;
  } finally {
    // The run may still have to restore the address.
    if (latest?.isAccepted === false) await restore(latest.suspect);
  }
}

const isRefused = (came: Exchange) => [401, 403].includes(statusOf(came) ?? 0);
const isAccepted = (came: Exchange) =>
  isAnswered(came) && !isRefused(came) && !isLoadShedding(came);
