import { suite } from '../../engine/index.ts';
import {
  expiresIn,
  expiryClaim,
  issued,
  jwt,
  lifetime,
  noStore,
  scopeGranted,
  scopeWithheld,
  typeBearer,
  typeBearerCase,
} from './token-answer.ts';
import {
  badCredentials,
  badGrant,
  jsonExtensions,
  malformedBody,
  missingFields,
  refusalStatus,
} from './token-refusals.ts';
import { renewal, wrongAudience } from './token-use.ts';

/** The token endpoint. Requirements that could lock the client out come last, with wrong secrets at the very end. */
export const token = suite('token', [
  issued,
  typeBearer,
  typeBearerCase,
  expiresIn,
  lifetime,
  jwt,
  expiryClaim,
  scopeGranted,
  scopeWithheld,
  renewal,
  wrongAudience,
  badGrant,
  malformedBody,
  jsonExtensions,
  missingFields,
  badCredentials,
  refusalStatus,
  noStore,
]);
