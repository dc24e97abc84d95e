import { declaredId } from '../catalogue/endpoint-table.ts';
import { conforms } from '../schema/conforms.ts';
import type { DeclaredEndpoint, JsonSchema } from './config.ts';
import type { Draft } from './draft.ts';
import type { EndpointConfig } from './file-config.ts';
import { quoted } from './found.ts';
import { notJson } from './plain-json.ts';
import { readSchema } from './read-schema.ts';

/** Methods that cannot be sent: tunnels, and what browsers and clients refuse to send. */
const unsendable: ReadonlySet<string> = new Set(['CONNECT', 'TRACE']);
/** Their requests have no body with a meaning (RFC 9110 sections 9.3.1 and 9.3.2), and by definition change nothing. */
const reading: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** Their answers have no content (RFC 9110 sections 15.3.5 and 15.3.6). */
const empty: ReadonlySet<number> = new Set([204, 205]);

/** The endpoints that the operator declares, in the form of the endpoint table; what contradicts itself is reported. */
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

/** A route with every parameter alike, so that two names for one parameter do not make two routes of it. */
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
    draft.refuse([...path, 'method'], method, 'a method with which a resource is asked', 'Remove the endpoint.');
  }
  const dots = endpoint.path.split('/').find(isDots);
  if (dots !== undefined) {
    const cure = 'Write the path without it: clients and proxies resolve such segments.';
    draft.refuse([...path, 'path'], `the segment ${quoted(dots)}`, 'a path without dot segments', cure);
  }
  const names = new Set([...endpoint.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name));
  for (const name of names) {
    if (Object.hasOwn(parameters, name)) continue;
    const cure = `Add a value with which ${declaredId(endpoint)} answers.`;
    draft.refuse([...path, 'parameters', name], 'nothing', `a text for {${name}} of the path`, cure);
  }
  for (const [name, value] of Object.entries(parameters)) {
    const place = [...path, 'parameters', name];
    if (!names.has(name)) {
      const accepted =
        names.size === 0 ? 'no parameters: the path has none' : `parameters of the path: ${[...names].join(', ')}`;
      draft.refuse(
        place,
        'a parameter that is not in the path',
        accepted,
        `Remove it, or write {${name}} into the path.`,
      );
    } else if (isDots(value) || !value.isWellFormed()) {
      draft.refuse(place, quoted(value), 'a text that can be a segment of a path', 'Give another value.');
    }
  }
}

/** RFC 3986 section 3.3: they are resolved before a request is sent. */
function isDots(segment: string): boolean {
  return /^(\.|%2e){1,2}$/i.test(segment);
}

async function declared(draft: Draft, path: readonly string[], endpoint: EndpointConfig): Promise<DeclaredEndpoint> {
  const { area, method, parameters = {}, request = {}, response = {}, scopes = [], takesUser = true } = endpoint;
  const { sample } = request;
  const { statuses = [] } = response;
  const soundSample = sample === undefined || checkSample(draft, [...path, 'request', 'sample'], method, sample);
  const requestSchema = await schemaOf(draft, [...path, 'request', 'schema'], request.schema);
  if (requestSchema !== undefined && soundSample) checkConformance(draft, path, sample, requestSchema);
  const responseSchema = await schemaOf(draft, [...path, 'response', 'schema'], response.schema);
  if (response.schema !== undefined) checkHasContent(draft, [...path, 'response', 'schema'], method, statuses);
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

/** A GET that is declared to write is believed: to be more careful than necessary is no error. */
function defaultSafety(draft: Draft, path: readonly string[], method: string): 'read' {
  if (!reading.has(method)) {
    const cure = `Say whether this ${method} changes nothing (read), changes data (write) or trades (order).`;
    draft.refuse([...path, 'safety'], 'nothing', 'one of read, write, order', cure);
  }
  return 'read';
}

async function schemaOf(draft: Draft, path: readonly string[], given: unknown): Promise<JsonSchema | undefined> {
  return given === undefined ? undefined : readSchema(draft, path, given);
}

function checkSample(draft: Draft, path: readonly string[], method: string, sample: unknown): boolean {
  const wrong = notJson(sample);
  if (wrong) {
    const cure = 'Write plain JSON there, or leave it out.';
    draft.refuse([...path, ...wrong.path], wrong.found, 'what JSON can hold', cure);
    return false;
  }
  if (reading.has(method)) {
    const accepted = `no body: that of a ${method} means nothing`;
    draft.refuse(path, `a body of a ${method}`, accepted, 'Remove the sample, or correct the method.');
    return false;
  }
  const odd = JSON.stringify(sample)
    .match(/\{\{[^{}]*\}\}/g)
    ?.find((mark) => mark !== '{{unique}}');
  if (odd === undefined) return true;
  draft.refuse(path, `the mark ${quoted(odd)}`, 'the mark {{unique}}', 'Write {{unique}}, or the text itself.');
  return false;
}

/** What the sample is on the wire has to be what the target is told to accept. */
function checkConformance(draft: Draft, path: readonly string[], sample: unknown, schema: JsonSchema): void {
  if (sample === undefined) {
    const cure = 'Add request.sample: what contradicts the schema is made of it, in one place each.';
    draft.refuse([...path, 'request', 'sample'], 'nothing', 'a body that conforms to request.schema', cure);
    return;
  }
  // The same form as the text that the wire puts there.
  const sent: unknown = JSON.parse(JSON.stringify(sample).replaceAll('{{unique}}', '0123456789abcdef01234567'));
  const [first] = conforms(schema, sent);
  if (first === undefined) return;
  const found = `a body that contradicts request.schema: ${quoted(first.slice(0, 200))}`;
  draft.refuse(
    [...path, 'request', 'sample'],
    found,
    'a body that conforms to it',
    'Correct the sample or the schema.',
  );
}

function checkHasContent(draft: Draft, path: readonly string[], method: string, statuses: readonly number[]): void {
  const accepted = 'no schema where there is no content to conform to it';
  if (method === 'HEAD') {
    draft.refuse(path, 'a schema of the answer to a HEAD', accepted, 'Remove the schema.');
  } else if (statuses.length > 0 && statuses.every((status) => empty.has(status))) {
    draft.refuse(
      path,
      `a schema of a ${statuses.join(' and ')}`,
      accepted,
      'Remove the schema, or add another status.',
    );
  }
}
