import type { ShownRequest } from '../engine/result.ts';
import { formOf, isMemberName, maskProse, notSymbols } from './masked-form.ts';
import { maskJsonText } from './masked-json.ts';
import { withMembers } from './with-members.ts';

type Header = readonly [name: string, value: string];

/**
 * Headers whose values belong to the protocol, not to a person. Even there, only words in lower case
 * stay.
 */
const protocolHeaders = new Set([
  ...[
    'accept',
    'accept-encoding',
    'age',
    'allow',
    'authorization',
    'cache-control',
    'connection',
    'content-encoding',
  ],
  ...[
    'content-length',
    'content-type',
    'date',
    'expires',
    'keep-alive',
    'pragma',
    'retry-after',
    'transfer-encoding',
  ],
  ...['vary', 'www-authenticate', 'x-user-id'],
]);

/**
 * Masks a request. It keeps the method, path segments of known endpoints, and the names of headers
 * and members.
 */
export function maskRequest(
  request: ShownRequest,
  origins: readonly string[],
  steps: ReadonlySet<string>,
): ShownRequest {
  const origin = origins.find((one) => request.url.startsWith(one)) ?? '';
  return withMembers(request, {
    method: maskMethod,
    url: (url) => `${origin}${maskPath(url.slice(origin.length), steps)}`,
    headers: (all) => all.map(maskHeader),
    body: maskBody,
  });
}

export const maskMethod = (method: string): string =>
  /^[A-Z]{3,7}$/.test(method) ? method : formOf(method);

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

/** Returns the path segments of these endpoints. They identify no person. */
export const stepsOf = (endpoints: Iterable<string>): ReadonlySet<string> =>
  new Set(['', ...[...endpoints].flatMap((endpoint) => endpoint.replace(/^\S+ /, '').split('/'))]);

export function maskHeader([name, value]: Header): Header {
  const shownName =
    /^[A-Za-z][A-Za-z-]*(?:\d{1,2}[A-Za-z-]*)?$/.test(name) && name.length <= 40
      ? name
      : formOf(name);
  return [shownName, protocolHeaders.has(name.toLowerCase()) ? maskProse(value) : formOf(value)];
}

/**
 * Masks a body. It keeps the member names of a JSON body, and symbols of the harness. It removes
 * any other body.
 */
export function maskBody(body: string): string {
  if (body.trim() === '') return body.slice(0, 100);
  if (notSymbols.test(body) && body.replace(notSymbols, '') === '') return body;
  return /^\s*(?:[{["\d-]|true|false|null)/.test(body.replace(/^\uFEFF/, ''))
    ? maskJsonText(body)
    : '(masked)';
}
