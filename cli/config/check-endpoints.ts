import {
  conforms,
  type DeclaredEndpoint,
  declaredId,
  defined,
  type JsonSchema,
} from '../engine.ts';
import type { Draft } from './draft.ts';
import type { EndpointConfig } from './file-config.ts';
import { quoted } from './found.ts';
import { isJson, readSchema } from './read-schema.ts';

type Path = readonly string[];

export async function checkEndpoints(draft: Draft): Promise<readonly DeclaredEndpoint[]> {
  const all = draft.values.profile?.endpoints ?? [];
  const checked: DeclaredEndpoint[] = [];
  for (const [at, endpoint] of all.entries()) {
    const path = ['profile', 'endpoints', String(at)];
    const twin = all.slice(0, at).findIndex((other) => routeOf(other) === routeOf(endpoint));
    if (twin !== -1) {
      const found = `${declaredId(endpoint)}, which profile.endpoints[${twin}] declares`;
      draft.refuse(path, found, 'each endpoint once', 'Remove one of the two.');
    }
    checkParameters(draft, [...path, 'parameters'], endpoint);
    checked.push(await declared(draft, path, endpoint));
  }
  return checked;
}

/** Without parameter names: `/users/{a}` and `/users/{b}` are the same path. */
export const unnamed = (path: string): string => path.replace(/\{[^{}]*\}/g, '{}');

export const parametersOf = (path: string): readonly string[] =>
  path.match(/(?<=\{)[^{}]+(?=\})/g) ?? [];

export function routeOf({ method, path }: Pick<DeclaredEndpoint, 'method' | 'path'>): string {
  return `${method} ${unnamed(path)}`;
}

function checkParameters(draft: Draft, path: Path, endpoint: EndpointConfig) {
  const { parameters = {} } = endpoint;
  const names = parametersOf(endpoint.path);
  for (const name of new Set([...names, ...Object.keys(parameters)])) {
    const place = [...path, name];
    if (!names.includes(name)) {
      const accepted = `parameters of the path: ${names.join(', ') || 'none'}`;
      const cure = `Remove it, or write {${name}} into the path.`;
      draft.refuse(place, 'a parameter that is not in the path', accepted, cure);
    } else if (!Object.hasOwn(parameters, name)) {
      const cure = `Add a value that ${declaredId(endpoint)} accepts.`;
      draft.refuse(place, 'nothing', `a string for {${name}} in the path`, cure);
    }
  }
}

async function declared(draft: Draft, path: Path, endpoint: EndpointConfig) {
  const { area, method, parameters = {}, request = {}, response = {} } = endpoint;
  const { sample } = request;
  const schemaAt = async (place: 'request' | 'response') => {
    const schema = endpoint[place]?.schema;
    return schema === undefined ? undefined : readSchema(draft, [...path, place, 'schema'], schema);
  };
  const isSound = sample === undefined || isSample(draft, [...path, 'request', 'sample'], sample);
  const requestSchema = await schemaAt('request');
  if (requestSchema !== undefined && isSound)
    checkConformance(draft, [...path, 'request', 'sample'], sample, requestSchema);
  const responseSchema = await schemaAt('response');
  const { scopes = [], takesUser = true, safety = 'read' } = endpoint;
  return {
    ...defined({ area, method, path: endpoint.path, parameters, sample }),
    ...defined({ requestSchema, responseSchema }),
    statuses: response.statuses ?? [],
    scopes,
    takesUser,
    safety,
  };
}

function isSample(draft: Draft, path: Path, sample: unknown) {
  if (!isJson(draft, path, sample)) return false;
  const marks = JSON.stringify(sample).match(/\{\{[^{}]*\}\}/g) ?? [];
  const odd = marks.find((mark) => mark !== '{{unique}}');
  if (odd === undefined) return true;
  const cure = 'Write {{unique}}, or a plain string.';
  draft.refuse(path, `the placeholder ${quoted(odd)}`, 'the placeholder {{unique}}', cure);
  return false;
}

function checkConformance(draft: Draft, path: Path, sample: unknown, schema: JsonSchema) {
  const accepted = 'a body that conforms to request.schema';
  if (sample === undefined) {
    const cure = 'Add request.sample: the harness derives invalid bodies from it.';
    return draft.refuse(path, 'nothing', accepted, cure);
  }
  // A string of the form that the wire inserts.
  const unique = '0123456789abcdef01234567';
  const sent: unknown = JSON.parse(JSON.stringify(sample).replaceAll('{{unique}}', unique));
  const [first] = conforms(schema, sent);
  if (first === undefined) return;
  const found = `a body that violates request.schema: ${quoted(first.slice(0, 200))}`;
  draft.refuse(path, found, accepted, 'Correct the sample or the schema.');
}
