import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import { wholeRun } from '../engine/catalogue/endpoint.ts';
import type { Config } from '../engine/config/config.ts';
import { counted } from '../reports/counted.ts';
import { type Estimate, estimateRequests, estimateTotal } from './estimate-requests.ts';
import { deadlineWarning } from './forecast-time.ts';

export function describeForecast(catalogue: Catalogue, config: Config): string {
  const all = estimateRequests(catalogue, config);
  const reads = all.filter(({ safety }) => safety === 'read');
  const acting = all.filter(({ safety }) => safety !== 'read');
  const total = estimateTotal(catalogue, config);
  const warning = deadlineWarning(catalogue, config);
  const lines = [
    `Sends about ${counted(total, 'request')} to ${config.target.baseUrl || 'the embedded reference implementation'}`,
    `  read   ${amount(reads)} to ${counted(reads.filter(({ endpoint }) => endpoint !== wholeRun).length, 'endpoint')}`,
    ...acting.map(
      (one) =>
        `  ${one.safety.padEnd(5)}  ${amount([one])} to ${one.endpoint}${effect(one, config)}`,
    ),
  ];
  if (config.input) {
    lines.push(
      '  Requirements that are not selected run too, so that the selected ones judge the responses.',
    );
  }
  if (warning !== undefined) lines.push(`  Warning: ${warning}`);
  return `${lines.join('\n')}\n`;
}

function amount(all: readonly Estimate[]): string {
  return counted(
    all.reduce((sum, one) => sum + one.requests, 0),
    'request',
  );
}

function effect({ endpoint, safety }: Estimate, { profile }: Config): string {
  if (safety === 'order') return '; no order is retried';
  if (endpoint !== 'PATCH /users/me/address') return '';
  const kept = profile.addressReadBack
    ? 'and restore it at the end'
    : 'and do not restore it, because profile.addressReadBack is not set';
  return `, one at a time; they change the address of the test user ${kept}`;
}
