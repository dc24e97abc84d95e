import { type DeclaredEndpoint, declaredId, type Profile } from '../config/config.ts';
import type { Catalogue } from './catalogue.ts';
import type { Endpoint } from './endpoint.ts';

/** The endpoint table of a run: the specification's endpoints with what the profile states, then the declared endpoints. */
export function endpointTable(catalogue: Catalogue, profile: Profile): readonly Endpoint[] {
  return [
    ...catalogue.endpoints.map((endpoint) => pinned(endpoint, profile)),
    ...profile.endpoints.map((endpoint) => declared(endpoint, profile)),
  ];
}

function declared(endpoint: DeclaredEndpoint, { addressReadBack }: Profile): Endpoint {
  const { area, method, path, parameters, sample, requestSchema, responseSchema, statuses, scopes, safety } = endpoint;
  const id = declaredId(endpoint);
  return {
    id,
    name: id,
    area,
    origin: 'api',
    method,
    path,
    parameters,
    ...(sample === undefined ? {} : { sample }),
    ...(requestSchema === undefined ? {} : { requestSchema }),
    ...(responseSchema === undefined ? {} : { responseSchema }),
    ...(statuses.length === 0 ? {} : { statuses }),
    scopes,
    safety,
    ...(addressReadBack?.endpoint === id ? { showsWrites: true as const } : {}),
    user: endpoint.takesUser ? 'required' : 'none',
    mayBeAbsent: true,
    source: 'declared',
  };
}

/** An endpoint of the specification, with the statuses, schemas and scopes that the profile states. */
function pinned(endpoint: Endpoint, profile: Profile): Endpoint {
  const { id, name } = endpoint;
  const scopes = profile.scopes[id] ?? [];
  const status = profile.successStatus[id];
  const responseSchema = profile.responseSchemas[id];
  const [address] = profile.addresses ?? [];
  return {
    ...endpoint,
    scopes: [...new Set([...endpoint.scopes, ...scopes])],
    ...(status === undefined ? {} : { statuses: [status] }),
    ...(responseSchema === undefined ? {} : { responseSchema }),
    ...(name === 'address' && address ? { sample: { address } } : {}),
    ...(name === 'orders' && profile.order ? { sample: profile.order } : {}),
  };
}
