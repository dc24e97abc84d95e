import { conforms, type DeclaredEndpoint, declaredId, type JsonSchema } from '../engine.ts';
import type { Draft } from './draft.ts';
import type { EndpointConfig } from './file-config.ts';
import { quoted } from './found.ts';
import { given } from './layer.ts';
import { notJson, readSchema } from './read-schema.ts';

/** RFC 9110 sections 9.3.6 and 9.3.8: not ordinary requests. */
const unsendable: ReadonlySet<string> = new Set(['CONNECT', 'TRACE']);
/** RFC 9110 sections 9.3.1 and 9.3.2: a request body has no meaning. */
const reading: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** RFC 9110 sections 15.3.5 and 15.3.6: no content. */
const empty: ReadonlySet<number> = new Set([204, 205]);

type Refuse = (place: readonly string[], found: string, accepted: string, cure: string) => void;

export async function checkEndpoints(draft: Draft): Promise<readonly DeclaredEndpoint[]> {
  const all = draft.values.profile?.endpoints ?? [];
  const checked: DeclaredEndpoint[] = [];
  for (const [at, endpoint] of all.entries()) {
    const path = ['profile', 'endpoints', String(at)];
    const refuse: Refuse = (place, ...said) => draft.refuse([...path, ...place], ...said);
    checkRoute(refuse, endpoint);
    const twin = all.slice(0, at).findIndex((other) => routeOf(other) === routeOf(endpoint));
    if (twin !== -1) {
      const found = `${declaredId(endpoint)}, which profile.endpoints[${twin}] declares`;
      refuse([], found, 'each endpoint once', 'Remove one of the two.');
    }
    checked.push(await declared(draft, path, refuse, endpoint));
  }
  return checked;
}

/** Method and path without parameter names: `/users/{a}` and `/users/{b}` are the same route. */
export function routeOf({ method, path }: Pick<DeclaredEndpoint, 'method' | 'path'>): string {
  return `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
}

function checkRoute(refuse: Refuse, endpoint: EndpointConfig) {
  const { method, parameters = {} } = endpoint;
  if (unsendable.has(method)) {
    refuse(['method'], method, 'a method other than CONNECT and TRACE', 'Remove the endpoint.');
  }
  const dots = endpoint.path.split('/').find(isDots);
  if (dots !== undefined) {
    const cure = 'Remove the segment: clients and proxies resolve it before the target sees it.';
    refuse(['path'], `the segment ${quoted(dots)}`, 'a path without dot segments', cure);
  }
  const names = new Set([...endpoint.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name));
  for (const name of names) {
    if (Object.hasOwn(parameters, name)) continue;
    const cure = `Add a value that ${declaredId(endpoint)} accepts.`;
    refuse(['parameters', name], 'nothing', `a string for {${name}} in the path`, cure);
  }
  for (const [name, value] of Object.entries(parameters)) {
    const place = ['parameters', name];
    if (!names.has(name)) {
      const accepted =
        names.size === 0
          ? 'no parameters: the path has none'
          : `parameters of the path: ${[...names].join(', ')}`;
      const cure = `Remove it, or write {${name}} into the path.`;
      refuse(place, 'a parameter that is not in the path', accepted, cure);
    } else if (isDots(value) || !value.isWellFormed()) {
      refuse(place, quoted(value), 'a string that can be a path segment', 'Set another value.');
    }
  }
}

/** RFC 3986 section 3.3: clients resolve dot segments before they send a request. */
function isDots(segment: string) {
  return /^(\.|%2e){1,2}$/i.test(segment);
}

async function declared(
  draft: Draft,
  path: readonly string[],
  refuse: Refuse,
  endpoint: EndpointConfig,
) {
  const { area, method, parameters = {}, request = {}, response = {} } = endpoint;
  const { sample } = request;
  const { statuses = [] } = response;
  const isSound = sample === undefined || isSample(refuse, method, sample);
  const schemaAt = async (place: string, schema: unknown) =>
    schema === undefined ? undefined : readSchema(draft, [...path, place, 'schema'], schema);
  const requestSchema = await schemaAt('request', request.schema);
  if (requestSchema !== undefined && isSound) checkConformance(refuse, sample, requestSchema);
  const responseSchema = await schemaAt('response', response.schema);
  if (response.schema !== undefined) checkHasContent(refuse, method, statuses);
  if (endpoint.safety === undefined && !reading.has(method)) {
    const cure =
      `Set read if this ${method} changes nothing, write if it changes data, ` +
      'or order if it trades.';
    refuse(['safety'], 'nothing', 'one of read, write, order', cure);
  }
  const { scopes = [], takesUser = true, safety = 'read' } = endpoint;
  return {
    ...given({ area, method, path: endpoint.path, parameters, sample }),
    ...given({ requestSchema, responseSchema }),
    statuses,
    scopes,
    takesUser,
    safety,
  };
}

function isSample(refuse: Refuse, method: string, sample: unknown) {
  const place = ['request', 'sample'];
  const wrong = notJson(sample);
  if (wrong) {
    const cure = 'Write plain JSON there, or leave it out.';
    refuse([...place, ...wrong.path], wrong.found, 'a JSON value', cure);
    return false;
  }
  if (reading.has(method)) {
    const accepted = `no body, because a ${method} request has none`;
    const cure = 'Remove the sample, or correct the method.';
    refuse(place, `a body for a ${method} request`, accepted, cure);
    return false;
  }
  const marks = JSON.stringify(sample).match(/\{\{[^{}]*\}\}/g) ?? [];
  const odd = marks.find((mark) => mark !== '{{unique}}');
  if (odd === undefined) return true;
  const cure = 'Write {{unique}}, or a plain string.';
  refuse(place, `the placeholder ${quoted(odd)}`, 'the placeholder {{unique}}', cure);
  return false;
}

function checkConformance(refuse: Refuse, sample: unknown, schema: JsonSchema) {
  const place = ['request', 'sample'];
  if (sample === undefined) {
    const cure = 'Add request.sample: the harness derives invalid bodies from it.';
    refuse(place, 'nothing', 'a body that conforms to request.schema', cure);
    return;
  }
  // A string of the form that the wire inserts.
  const unique = '0123456789abcdef01234567';
  const sent: unknown = JSON.parse(JSON.stringify(sample).replaceAll('{{unique}}', unique));
  const [first] = conforms(schema, sent);
  if (first === undefined) return;
  const found = `a body that violates request.schema: ${quoted(first.slice(0, 200))}`;
  refuse(place, found, 'a body that conforms to it', 'Correct the sample or the schema.');
}

function checkHasContent(refuse: Refuse, method: string, statuses: readonly number[]) {
  const place = ['response', 'schema'];
  const accepted = 'no schema, because the response has no content';
  if (method === 'HEAD') {
    refuse(place, 'a schema for the response to a HEAD request', accepted, 'Remove the schema.');
  } else if (statuses.length > 0 && statuses.every((status) => empty.has(status))) {
    const cure = 'Remove the schema, or add another status.';
    refuse(place, `a schema for status ${statuses.join(' and ')}`, accepted, cure);
  }
}
