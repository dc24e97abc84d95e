import type { AreaSuites } from '../../engine/index.ts';
import { auth } from './auth.ts';
import { declared } from './declared.ts';
import { errors } from './errors.ts';
import { http } from './http.ts';
import { robustness } from './robustness.ts';
import { scope } from './scope.ts';
import { user } from './user.ts';

/** Requirements that apply to every claim, on the endpoints that it covers. */
export const everyEndpoint: AreaSuites = {
  area: 'every-endpoint',
  purpose: 'Tokens, users, errors and general HTTP rules, on every endpoint that the claim covers.',
  specified: true,
  // Robustness comes last: its lane runs in this order.
  suites: [auth, scope, user, errors, http, declared, robustness],
};
