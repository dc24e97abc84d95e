import { type Bound, emptyProfile, jsonBody, type Profile } from '../../../engine/index.ts';
import { sampleAddress } from '../../../fixtures/samples/address.ts';
import { boundTo } from '../asking.ts';

type Members = Readonly<Record<string, unknown>>;

/** Returns the context of the address endpoint, with the addresses of an operator. */
export function addressBound(addresses: readonly Members[] = []): Bound {
  const bound = boundTo('address');
  const [sample = sampleAddress] = addresses;
  const profile = { ...emptyProfile, ...(addresses.length > 0 && { addresses }) } as Profile;
  return {
    ...bound,
    profile,
    endpoint: { ...bound.endpoint, sample: { address: sample } },
    wellFormed: (name) => {
      const request = bound.wellFormed(name);
      const headers = [...request.headers, ['Content-Type', 'application/json'] as const];
      return { ...request, headers, body: jsonBody({ address: sample }) };
    },
  };
}
