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
import { badCredentials, badGrant, malformedBody, missingFields, refusalStatus } from './token-refusals.ts';
import { renewal, wrongAudience } from './token-use.ts';

/** The token endpoint. What could lock the client out comes last, wrong secrets after everything else. */
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
  missingFields,
  badCredentials,
  refusalStatus,
  noStore,
]);
