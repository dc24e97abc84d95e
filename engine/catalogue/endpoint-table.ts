import { type DeclaredEndpoint, declaredId, type Profile } from '../config/config.ts';
import { defined } from '../exchange/collections.ts';
import type { Catalogue } from './catalogue.ts';
import type { Endpoint } from './endpoint.ts';

export const endpointTable = (catalogue: Catalogue, profile: Profile): readonly Endpoint[] => [
  ...catalogue.endpoints.map((endpoint) => pinned(endpoint, profile)),
  ...profile.endpoints.map((endpoint) => declared(endpoint, profile)),
];

function declared(
  { takesUser, statuses, ...endpoint }: DeclaredEndpoint,
  { addressReadBack }: Profile,
): Endpoint {
  const id = declaredId(endpoint);
  return {
    ...endpoint,
    id,
    name: id,
    origin: 'api',
    ...(statuses.length > 0 && { statuses }),
    ...(addressReadBack?.endpoint === id && { showsWrites: true }),
    user: takesUser ? 'required' : 'none',
    mayBeAbsent: true,
    source: 'declared',
  };
}

function pinned(endpoint: Endpoint, profile: Profile) {
  const { id, name } = endpoint;
  const scopes = profile.scopes[id] ?? [];
  const status = profile.successStatus[id];
  const responseSchema = profile.responseSchemas[id];
  const { addresses = [] } = profile;
  const [address] = addresses;
  return {
    ...endpoint,
    scopes: [...new Set([...endpoint.scopes, ...scopes])],
    ...defined({ statuses: status === undefined ? undefined : [status], responseSchema }),
    ...(name === 'address' &&
      address && { sample: { address }, stores: [...addresses, ...(endpoint.stores ?? [])] }),
    ...(name === 'orders' && profile.order && { sample: profile.order }),
  };
}
