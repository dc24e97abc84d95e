import { type Catalogue, monitorsById } from '../catalogue/catalogue.ts';
import type { Plan } from '../catalogue/plan.ts';
import { type Answered, isAnswered, type Send } from '../exchange/exchange.ts';
import { keyText } from '../exchange/key.ts';
import { loadRequest } from '../exchange/stored-request.ts';
import type { Finding } from '../outcome/finding.ts';
import { atMost } from './lanes.ts';
import type { Ledger } from './ledger.ts';
import type { Monitors } from './monitors.ts';

const reproductions = 2;
/** At most this many findings of monitors are reproduced. */
const reproducedFindings = 60;

/** Sends the requests behind monitor findings again, so that each finding says how often it recurs. */
export async function reproduce(
  ledger: Ledger,
  monitors: Monitors,
  send: Send,
  catalogue: Catalogue,
  plan: Plan,
): Promise<void> {
  const monitored = monitorsById(catalogue);
  const safety = new Map(plan.endpoints.map((endpoint) => [endpoint.id, endpoint.safety]));
  const found = ledger
    .findings()
    .filter(
      ({ requirement, exchange }) =>
        monitored.has(requirement) &&
        exchange !== undefined &&
        !('lost' in exchange.answer) &&
        exchange.request.origin === 'api' &&
        safety.get(exchange.key.endpoint) !== 'order',
    )
    .slice(0, reproducedFindings)
    .map((finding, index) => ({ finding, index }));
  const again = async ({ finding, index }: (typeof found)[number]) => {
    const times = await timesAgain(finding, index, monitors, send);
    ledger.refine({ ...finding, reproduced: { of: reproductions, times } });
  };
  const isWrite = ({ finding }: (typeof found)[number]) => safety.get(finding.exchange?.key.endpoint ?? '') === 'write';
  await Promise.all([atMost(1, found.filter(isWrite), again), ...found.filter((one) => !isWrite(one)).map(again)]);
}

async function timesAgain(finding: Finding, index: number, monitors: Monitors, send: Send): Promise<number> {
  let times = 0;
  if (!finding.exchange) return times;
  const { key } = finding.exchange;
  const request = loadRequest(finding.exchange.request);
  for (let nth = 1; nth <= reproductions; nth++) {
    const again = { requirement: finding.requirement, endpoint: key.endpoint, index, step: `again-${nth}`, attempt: 0 };
    // A new connection, because the server may remember what it got on another one.
    const exchange = await send(again, { ...request, connection: `again:${keyText(again)}`, purpose: 'repeat' });
    if (!isAnswered(exchange)) continue;
    // Uses the recorded key, because a monitor may judge only some requirements. Lets a refusal count as the finding.
    const asBefore: Answered = { ...exchange, key, request: { ...request, purpose: 'served-before' } };
    if (monitors.judgeAgain(finding.requirement, asBefore)?.kind === 'fail') times++;
  }
  return times;
}
