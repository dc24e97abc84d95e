import type { AreaSuites } from '../../engine/index.ts';
import { token } from './token.ts';

/** Specified in full, but for the address and the audience, which the operator gives. */
export const authenticationArea: AreaSuites = {
  area: 'authentication',
  purpose: 'Issues the access tokens of the service, using the client credentials flow.',
  specified: true,
  suites: [token],
};
