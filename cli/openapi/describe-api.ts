import { parametersOf, unnamed } from '../config/check-endpoints.ts';
import { type AreaSuites, type Endpoint, specification } from '../engine.ts';
import { Components } from './components.ts';
import { bearer, oauth, operationOf, tokenOperation, userParameters } from './operation.ts';

type DescribeOptions = Readonly<{
  baseUrl: string;
  authUrl: string;
  guidePath?: string | undefined;
  areas: readonly Pick<AreaSuites, 'area' | 'purpose'>[];
}>;

/** Any other method becomes a member that starts with `x-`. */
const methods = /^(get|put|post|delete|options|head|patch|trace)$/;

export function describeApi(
  endpoints: readonly Endpoint[],
  options: DescribeOptions,
): Record<string, unknown> {
  const components = new Components();
  const paths = pathsOf(endpoints, options, components);
  const used = new Set<string>(endpoints.map(({ area }) => area));
  return {
    openapi: '3.1.0',
    info: {
      title: specification.name,
      version: specification.version,
      description:
        'Derived from the specification by the conformance harness. If the specification says ' +
        'nothing, the schema allows everything and its description says so. Operations with ' +
        'x-declared are declared by one implementation.',
    },
    servers: [{ url: options.baseUrl }],
    tags: options.areas
      .filter(({ area }) => used.has(area))
      .map(({ area, purpose }) => ({ name: area, description: purpose })),
    paths,
    components: {
      schemas: components.schemas,
      parameters: userParameters,
      securitySchemes: securitySchemes(endpoints, options.authUrl),
    },
  };
}

function pathsOf(
  endpoints: readonly Endpoint[],
  { authUrl, guidePath }: DescribeOptions,
  components: Components,
) {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    if (endpoint.origin === 'token') {
      const { path, post } = tokenOperation(new URL(authUrl), components);
      paths[path] = { ...paths[path], post };
      continue;
    }
    const path = endpoint.name === 'guide' ? (guidePath ?? endpoint.path) : endpoint.path;
    // Paths that differ only in parameter names are the same path.
    const key = Object.keys(paths).find((known) => unnamed(known) === unnamed(path)) ?? path;
    const method = endpoint.method.toLowerCase();
    const member = methods.test(method) ? method : `x-${method}`;
    const item = paths[key] ?? {};
    if (item[member] === undefined)
      item[member] = operationOf(endpoint, parametersOf(key), components);
    paths[key] = item;
  }
  return paths;
}

function securitySchemes(endpoints: readonly Endpoint[], tokenUrl: string) {
  const scopes = [...new Set(endpoints.flatMap((endpoint) => endpoint.scopes))].sort();
  return {
    [oauth]: {
      type: 'oauth2',
      description: 'The client credentials flow, with a JSON body: see the operation issueToken.',
      flows: {
        clientCredentials: {
          tokenUrl,
          scopes: Object.fromEntries(scopes.map((scope) => [scope, scopeText(scope)])),
        },
      },
    },
    [bearer]: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'An existing access token.',
    },
  };
}

function scopeText(scope: string) {
  return scope === 'service:nbg' ? 'Required by the learning guides.' : 'Declared by the operator.';
}
