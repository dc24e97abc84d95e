import { suite } from '../../engine/index.ts';
import { answerRequirements, noStore } from './token-answer.ts';
import { refusalRequirements } from './token-refusals.ts';
import { renewal, wrongAudience } from './token-use.ts';

/**
 * The token endpoint. Requirements that could lock the client out come last, with wrong secrets at
 * the very end.
 */
export const token = suite('token', [
  ...answerRequirements,
  renewal,
  wrongAudience,
  ...refusalRequirements,
  noStore,
]);
