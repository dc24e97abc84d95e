import { type DeclaredEndpoint, declaredId, type JsonSchema } from '../../engine/config/config.ts';
import { conforms } from '../../engine/schema/conforms.ts';
import type { Draft } from './draft.ts';
import type { EndpointConfig } from './file-config.ts';
import { quoted } from './found.ts';
import { notJson, readSchema } from './read-schema.ts';

/** RFC 9110 sections 9.3.6 and 9.3.8: not ordinary requests. */
const unsendable: ReadonlySet<string> = new Set(['CONNECT', 'TRACE']);
/** RFC 9110 sections 9.3.1 and 9.3.2: a request body has no meaning. */
const reading: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** RFC 9110 sections 15.3.5 and 15.3.6: no content. */
const empty: ReadonlySet<number> = new Set([204, 205]);

export async function checkEndpoints(draft: Draft): Promise<readonly DeclaredEndpoint[]> {
  const given = draft.values.profile?.endpoints ?? [];
  const checked: DeclaredEndpoint[] = [];
  for (const [at, endpoint] of given.entries()) {
    const path = ['profile', 'endpoints', String(at)];
    checkRoute(draft, path, endpoint);
    checkDuplicate(draft, path, endpoint, given.slice(0, at));
    checked.push(await declared(draft, path, endpoint));
  }
  return checked;
}

/** Method and path without parameter names: `/users/{a}` and `/users/{b}` are the same route. */
export function routeOf({ method, path }: Pick<DeclaredEndpoint, 'method' | 'path'>): string {
  return `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
}

function checkDuplicate(
  draft: Draft,
  path: readonly string[],
  endpoint: EndpointConfig,
  earlier: readonly EndpointConfig[],
): void {
  const twin = earlier.findIndex((other) => routeOf(other) === routeOf(endpoint));
  if (twin === -1) return;
  const found = `${declaredId(endpoint)}, which profile.endpoints[${twin}] declares`;
  draft.refuse(path, found, 'each endpoint once', 'Remove one of the two.');
}

function checkRoute(draft: Draft, path: readonly string[], endpoint: EndpointConfig): void {
  const { method, parameters = {} } = endpoint;
  if (unsendable.has(method)) {
    draft.refuse(
      [...path, 'method'],
      method,
      'a method other than CONNECT and TRACE',
      'Remove the endpoint.',
    );
  }
  const dots = endpoint.path.split('/').find(isDots);
  if (dots !== undefined) {
    const cure = 'Remove the segment: clients and proxies resolve it before the target sees it.';
    draft.refuse(
      [...path, 'path'],
      `the segment ${quoted(dots)}`,
      'a path without dot segments',
      cure,
    );
  }
  const names = new Set([...endpoint.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name));
  for (const name of names) {
    if (Object.hasOwn(parameters, name)) continue;
    const cure = `Add a value that ${declaredId(endpoint)} accepts.`;
    draft.refuse(
      [...path, 'parameters', name],
      'nothing',
      `a string for {${name}} in the path`,
      cure,
    );
  }
  for (const [name, value] of Object.entries(parameters)) {
    const place = [...path, 'parameters', name];
    if (!names.has(name)) {
      const accepted =
        names.size === 0
          ? 'no parameters: the path has none'
          : `parameters of the path: ${[...names].join(', ')}`;
      draft.refuse(
        place,
        'a parameter that is not in the path',
        accepted,
        `Remove it, or write {${name}} into the path.`,
      );
    } else if (isDots(value) || !value.isWellFormed()) {
      draft.refuse(
        place,
        quoted(value),
        'a string that can be a path segment',
        'Set another value.',
      );
    }
  }
}

/** RFC 3986 section 3.3: clients resolve dot segments before they send a request. */
function isDots(segment: string): boolean {
  return /^(\.|%2e){1,2}$/i.test(segment);
}

async function declared(
  draft: Draft,
  path: readonly string[],
  endpoint: EndpointConfig,
): Promise<DeclaredEndpoint> {
  const {
    area,
    method,
    parameters = {},
    request = {},
    response = {},
    scopes = [],
    takesUser = true,
  } = endpoint;
  const { sample } = request;
  const { statuses = [] } = response;
  const soundSample =
    sample === undefined || checkSample(draft, [...path, 'request', 'sample'], method, sample);
  const requestSchema = await schemaOf(draft, [...path, 'request', 'schema'], request.schema);
  if (requestSchema !== undefined && soundSample)
    checkConformance(draft, path, sample, requestSchema);
  const responseSchema = await schemaOf(draft, [...path, 'response', 'schema'], response.schema);
  if (response.schema !== undefined)
    checkHasContent(draft, [...path, 'response', 'schema'], method, statuses);
  return {
    area,
    method,
    path: endpoint.path,
    parameters,
    ...(sample === undefined ? {} : { sample }),
    ...(requestSchema === undefined ? {} : { requestSchema }),
    ...(responseSchema === undefined ? {} : { responseSchema }),
    statuses,
    scopes,
    takesUser,
    safety: endpoint.safety ?? defaultSafety(draft, path, method),
  };
}

/** Methods other than GET and HEAD have no default. */
function defaultSafety(draft: Draft, path: readonly string[], method: string): 'read' {
  if (!reading.has(method)) {
    const cure = `Set read if this ${method} changes nothing, write if it changes data, or order if it trades.`;
    draft.refuse([...path, 'safety'], 'nothing', 'one of read, write, order', cure);
  }
  return 'read';
}

async function schemaOf(
  draft: Draft,
  path: readonly string[],
  given: unknown,
): Promise<JsonSchema | undefined> {
  return given === undefined ? undefined : readSchema(draft, path, given);
}

function checkSample(
  draft: Draft,
  path: readonly string[],
  method: string,
  sample: unknown,
): boolean {
  const wrong = notJson(sample);
  if (wrong) {
    const cure = 'Write plain JSON there, or leave it out.';
    draft.refuse([...path, ...wrong.path], wrong.found, 'a JSON value', cure);
    return false;
  }
  if (reading.has(method)) {
    const accepted = `no body, because a ${method} request has none`;
    draft.refuse(
      path,
      `a body for a ${method} request`,
      accepted,
      'Remove the sample, or correct the method.',
    );
    return false;
  }
  const odd = JSON.stringify(sample)
    .match(/\{\{[^{}]*\}\}/g)
    ?.find((mark) => mark !== '{{unique}}');
  if (odd === undefined) return true;
  draft.refuse(
    path,
    `the placeholder ${quoted(odd)}`,
    'the placeholder {{unique}}',
    'Write {{unique}}, or a plain string.',
  );
  return false;
}

function checkConformance(
  draft: Draft,
  path: readonly string[],
  sample: unknown,
  schema: JsonSchema,
): void {
  if (sample === undefined) {
    const cure = 'Add request.sample: the harness derives invalid bodies from it.';
    draft.refuse(
      [...path, 'request', 'sample'],
      'nothing',
      'a body that conforms to request.schema',
      cure,
    );
    return;
  }
  // A string of the form that the wire inserts.
  const sent: unknown = JSON.parse(
    JSON.stringify(sample).replaceAll('{{unique}}', '0123456789abcdef01234567'),
  );
  const [first] = conforms(schema, sent);
  if (first === undefined) return;
  const found = `a body that violates request.schema: ${quoted(first.slice(0, 200))}`;
  draft.refuse(
    [...path, 'request', 'sample'],
    found,
    'a body that conforms to it',
    'Correct the sample or the schema.',
  );
}

function checkHasContent(
  draft: Draft,
  path: readonly string[],
  method: string,
  statuses: readonly number[],
): void {
  const accepted = 'no schema, because the response has no content';
  if (method === 'HEAD') {
    draft.refuse(
      path,
      'a schema for the response to a HEAD request',
      accepted,
      'Remove the schema.',
    );
  } else if (statuses.length > 0 && statuses.every((status) => empty.has(status))) {
    draft.refuse(
      path,
      `a schema for status ${statuses.join(' and ')}`,
      accepted,
      'Remove the schema, or add another status.',
    );
  }
}
