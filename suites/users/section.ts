import { named } from '../endpoints.ts';

/** What the rows on the update of the address have in common. */
export const common = {
  endpoints: named('address'),
  section: 'Endpoints: PATCH {base_url}/users/me/address; Resources: Address',
} as const;
