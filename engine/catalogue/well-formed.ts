import {
  concat,
  type HeaderField,
  jsonBody,
  jsonTemplate,
  type Request,
  symbol,
} from '../exchange/index.ts';
import type { Endpoint } from './endpoint.ts';

export function wellFormed(endpoint: Endpoint, guidePath?: string): Request {
  if (endpoint.origin === 'token') return tokenRequest('scoped');
  const headers: HeaderField[] = [
    ['Accept', 'application/json'],
    ['Authorization', concat('Bearer ', symbol('token:scoped'))],
  ];
  if (endpoint.user !== 'none') headers.push(['x-user-id', symbol('user:first')]);
  const request: Request = {
    origin: 'api',
    method: endpoint.method,
    path: pathOf(endpoint, guidePath),
    headers,
    wire: 'http',
  };
  if (endpoint.sample === undefined) return request;
  return {
    ...request,
    headers: [...headers, ['Content-Type', 'application/json']],
    body: jsonBody(endpoint.sample),
  };
}

function pathOf(endpoint: Endpoint, guidePath: string | undefined) {
  if (endpoint.name !== 'guide') return withParameters(endpoint);
  const [before = '', after = ''] = (guidePath ?? endpoint.path).split('{id}');
  return concat(before, symbol('guide:0'), after);
}

const withParameters = ({ path, parameters = {} }: Endpoint) =>
  path.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const value = parameters[name];
    return value === undefined ? whole : encodeURIComponent(value);
  });

export const tokenRequest = (client: 'scoped' | 'unscoped'): Request => ({
  origin: 'token',
  method: 'POST',
  path: '',
  headers: [
    ['Accept', 'application/json'],
    ['Content-Type', 'application/json'],
  ],
  body: jsonTemplate({
    grant_type: 'client_credentials',
    audience: symbol('audience'),
    client_id: symbol(`client:${client}:id`),
    client_secret: symbol(`client:${client}:secret`),
  }),
  wire: 'http',
  yields: `token:${client}`,
});

/** As a form (RFC 6749 section 4.4.2), to tell bad credentials from a refused body. */
export const tokenRequestAsForm = (client: 'scoped' | 'unscoped'): Request => ({
  ...tokenRequest(client),
  headers: [
    ['Accept', 'application/json'],
    ['Content-Type', 'application/x-www-form-urlencoded'],
  ],
  body: concat(
    'grant_type=client_credentials&audience=',
    symbol('audience', 'form'),
    '&client_id=',
    symbol(`client:${client}:id`, 'form'),
    '&client_secret=',
    symbol(`client:${client}:secret`, 'form'),
  ),
});
