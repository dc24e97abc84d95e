import { type Endpoint, wholeRun } from '../../engine/catalogue/endpoint.ts';
import { isAllowed } from '../../engine/catalogue/plan.ts';
import type { Config } from '../../engine/config/config.ts';
import { loadRequest } from '../../engine/exchange/stored-request.ts';
import { valueText } from '../../engine/exchange/value.ts';
import type { Finding } from '../../engine/outcome/finding.ts';

/**
 * Why a recorded request must not be sent. The result is untrusted, so method and path count too.
 */
export function forbidden(
  { endpoint, exchange, recipe }: Finding,
  endpoints: readonly Endpoint[],
  allow: Config['allow'],
): string | undefined {
  const earlier = (recipe?.steps ?? []).map((step) => step.exchange);
  const shown = [exchange, ...earlier].flatMap((one) => (one ? [one] : []));
  const named = [endpoint, ...shown.map(({ key }) => key.endpoint)].filter((id) => id !== wholeRun);
  const unknown = named.find((id) => endpoints.every((one) => one.id !== id));
  if (unknown !== undefined)
    return `the configuration has no endpoint ${unknown}: declare it in profile.endpoints`;
  const concerned = endpoints.filter(
    (one) => named.includes(one.id) || shown.some(({ request }) => asks(request, one)),
  );
  const [barred] = concerned.filter((one) => !isAllowed(one, allow));
  if (!barred) return undefined;
  const permission = barred.safety === 'write' ? 'writes' : 'orders';
  return `requests to ${barred.id} need --allow ${permission}`;
}

/** Different spellings of the path count as the same. */
function asks(
  stored: NonNullable<Finding['exchange']>['request'],
  { origin, method, path }: Endpoint,
): boolean {
  const request = loadRequest(stored);
  if (request.origin !== origin || request.method.toUpperCase() !== method || origin !== 'api')
    return false;
  const [asked = ''] = valueText(request.path).split(/[?#]/);
  const plain = (text: string) =>
    decoded(text).toLowerCase().replace(/\/+/g, '/').replace(/\/$/, '');
  const pattern = plain(path)
    .split(/\{[^{}]+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+');
  return new RegExp(`^${pattern}$`).test(plain(asked));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
