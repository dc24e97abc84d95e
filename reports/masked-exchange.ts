import type { ShownRequest, ShownResponse } from '../engine/result.ts';
import { formOf, isMemberName, symbols } from './masked-form.ts';
import { maskJsonText } from './masked-json.ts';
import { maskText } from './masked-text.ts';

type Header = readonly [name: string, value: string];

/** Headers whose values are of a protocol and not of a person; still, only words of protocols stay of them. */
const protocolHeaders = new Set([
  ...['accept', 'accept-encoding', 'age', 'allow', 'authorization', 'cache-control', 'connection', 'content-encoding'],
  ...['content-length', 'content-type', 'date', 'expires', 'keep-alive', 'pragma', 'retry-after', 'transfer-encoding'],
  ...['vary', 'www-authenticate', 'x-user-id'],
]);

const notSymbols = new RegExp(`(${symbols})`);

/** A request without values: method, path by its endpoint, names of headers and members stay. */
export function maskRequest(
  request: ShownRequest,
  origins: readonly string[],
  steps: ReadonlySet<string>,
): ShownRequest {
  const { method, url, headers, body } = request;
  const origin = origins.find((one) => url.startsWith(one)) ?? '';
  return {
    method: maskMethod(method),
    url: `${origin}${maskPath(url.slice(origin.length), steps)}`,
    headers: headers.map(maskHeader),
    ...(body === undefined ? {} : { body: maskBody(body) }),
  };
}

/** An answer without values. */
export function maskResponse({ status, headers, body, size, lost }: ShownResponse): ShownResponse {
  return {
    ...(status === undefined ? {} : { status }),
    headers: headers.map(maskHeader),
    body: maskBody(body),
    size,
    ...(lost === undefined ? {} : { lost: maskText(lost) }),
  };
}

export function maskMethod(method: string): string {
  return /^[A-Z]{3,7}$/.test(method) ? method : formOf(method);
}

/** A path of which the steps of known endpoints stay, and the names in its query. */
export function maskPath(path: string, steps: ReadonlySet<string>): string {
  const [way = '', ...queries] = path.split('?');
  const masked = way
    .split('/')
    .map((step) => (steps.has(step) ? step : formOf(step)))
    .join('/');
  if (queries.length === 0) return masked;
  const query = queries
    .join('?')
    .split('&')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      const shownName = isMemberName(name) ? name : formOf(name);
      return value.length === 0 ? shownName : `${shownName}=${formOf(value.join('='))}`;
    });
  return `${masked}?${query.join('&')}`;
}

/** What the steps of a path can be without giving anything away: those of the endpoints. */
export function stepsOf(endpoints: Iterable<string>): ReadonlySet<string> {
  return new Set(['', ...[...endpoints].flatMap((endpoint) => endpoint.replace(/^\S+ /, '').split('/'))]);
}

export function maskHeader([name, value]: Header): Header {
  const shownName = /^[A-Za-z][A-Za-z-]*(?:\d{1,2}[A-Za-z-]*)?$/.test(name) && name.length <= 40 ? name : formOf(name);
  return [shownName, protocolHeaders.has(name.toLowerCase()) ? maskText(value) : formOf(value)];
}

/** A body of JSON with its members and without its values; of any other nothing. Symbols of the harness stay. */
export function maskBody(body: string): string {
  if (body.trim() === '') return body.slice(0, 100);
  if (notSymbols.test(body) && body.replace(notSymbols, '') === '') return body;
  return /^\s*(?:[{["\d-]|true|false|null)/.test(body.replace(/^\uFEFF/, '')) ? maskJsonText(body) : '(masked)';
}
