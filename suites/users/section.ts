import { named } from '../endpoints.ts';

/** The common members of the requirements on the address update. */
export const common = {
  endpoints: named('address'),
  section: 'Endpoints: PATCH {base_url}/users/me/address; Resources: Address',
} as const;
