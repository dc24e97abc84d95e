import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import type { Config } from '../engine/config/config.ts';
import { type Forecast, forecast } from '../engine/run/forecast.ts';

/** What is going to be sent, by endpoint and kind, for people: what changes something by name, what only reads in one line. */
export function describeForecast(catalogue: Catalogue, config: Config): string {
  const all = forecast(catalogue, config);
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

function amount(all: readonly Forecast[]): string {
  const requests = all.reduce((sum, one) => sum + one.requests, 0);
  const scenarios = all.reduce((sum, one) => sum + one.scenarios, 0);
  return `${requests} requests${scenarios === 0 ? '' : ` and ${scenarios} scenario${scenarios === 1 ? '' : 's'}`}`;
}

function effect({ endpoint, safety }: Forecast, { profile }: Config): string {
  if (safety === 'order') return ', none of them repeated';
  if (endpoint !== 'PATCH /users/me/address') return '';
  const kept = profile.addressReadBack
    ? 'the original is put back at the end'
    : 'not put back: no profile.addressReadBack';
  return `, one at a time; they change the address of the test user, ${kept}`;
}
