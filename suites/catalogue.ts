import type { Catalogue } from '../engine/index.ts';
import { token } from './authentication/token.ts';
import { endpoints } from './endpoints.ts';
import { auth } from './every-endpoint/auth.ts';
import { scope } from './every-endpoint/scope.ts';
import { user } from './every-endpoint/user.ts';
export const catalogue: Catalogue = {
  endpoints,
  areas: [
    { area: 'authentication', purpose: '', specified: true, suites: [token] },
    { area: 'every-endpoint', purpose: '', specified: true, suites: [auth, scope, user] },
  ],
};
