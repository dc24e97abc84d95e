import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import type { Config } from '../engine/config/config.ts';
import { type Estimate, estimateRequests } from '../engine/run/estimate-requests.ts';

/** Says how many requests a run will send: one line for all reads, one line for each endpoint that writes or orders. */
export function describeForecast(catalogue: Catalogue, config: Config): string {
  const all = estimateRequests(catalogue, config);
  const reads = all.filter(({ safety }) => safety === 'read');
  const acting = all.filter(({ safety }) => safety !== 'read');
  const total = all.reduce((sum, { requests }) => sum + requests, 0);
  const lines = [
    `Sends about ${total} requests to ${config.target.baseUrl || 'the embedded reference implementation'}`,
    `  read   ${amount(reads)} to ${reads.length} endpoints`,
    ...acting.map((one) => `  ${one.safety.padEnd(5)}  ${amount([one])} to ${one.endpoint}${effect(one, config)}`),
  ];
  return `${lines.join('\n')}\n`;
}

function amount(all: readonly Estimate[]): string {
  const requests = all.reduce((sum, one) => sum + one.requests, 0);
  const scenarios = all.reduce((sum, one) => sum + one.scenarios, 0);
  return `${requests} requests${scenarios === 0 ? '' : ` and ${scenarios} scenario${scenarios === 1 ? '' : 's'}`}`;
}

function effect({ endpoint, safety }: Estimate, { profile }: Config): string {
  if (safety === 'order') return '; no order is retried';
  if (endpoint !== 'PATCH /users/me/address') return '';
  const kept = profile.addressReadBack
    ? 'and restore it at the end'
    : 'and do not restore it, because profile.addressReadBack is not set';
  return `, one at a time; they change the address of the test user ${kept}`;
}
