import { see } from '../config/troubleshooting.ts';
import type { Answered } from '../exchange/exchange.ts';
import { header, summarize } from '../judging/answer.ts';

type Ban = Readonly<{
  host: string;
  since: number;
  requests: number;
  refused: number;
  seconds: number;
  endpoints: number;
  response: Answered;
  /** How many more got it, and the seconds from the beginning of the ban to the last of them. */
  further: number;
  waited: number;
}>;

export const cureOfBan = 'Ask the operator of the target for an exception for this client';

export function describeBan(ban: Ban) {
  const { host, since, requests, refused, endpoints, response, further, waited } = ban;
  const until = header(response, 'retry-after');
  const asked =
    endpoints === 1 ? 'the endpoint refuses' : `all ${endpoints} endpoints asked refuse`;
  return [
    `A firewall in front of ${host} has banned this client:`,
    `since ${new Date(since).toISOString()},`,
    `after ${requests} requests of which ${refused} were refused,`,
    `${asked} the well-formed requests that were served before, with ${summarize(response)}`,
    until && `(Retry-After: ${until.slice(0, 40)})`,
    `It also refused ${further === 1 ? 'a further request' : `${further} further requests`}`,
    `in ${waited} s.`,
    `${cureOfBan}, or send more slowly: --rate ${slower(ban)}.`,
    see('bans'),
  ]
    .filter(Boolean)
    .join(' ');
}

const slower = ({ requests, seconds }: Ban) =>
  Math.max(1, Math.floor(requests / Math.max(seconds, 1) / 3));
