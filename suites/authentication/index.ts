import type { AreaSuites } from '../../engine/index.ts';
import { token } from './token.ts';

/** Fully specified, except for the URL and the audience, which the operator configures. */
export const authenticationArea: AreaSuites = {
  area: 'authentication',
  purpose: 'Issues the access tokens of the service, using the client credentials flow.',
  specified: true,
  suites: [token],
};
