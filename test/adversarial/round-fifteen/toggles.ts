import { faultsOfDocuments } from './faults-of-documents.ts';
import { faultsOfErrors } from './faults-of-errors.ts';
import { faultsOfGuides } from './faults-of-guides.ts';
import { faultsOfTokens } from './faults-of-tokens.ts';
import { faultsOfUsers } from './faults-of-users.ts';
import { faultsOfWrites } from './faults-of-writes.ts';
import { formsOfAnswers } from './forms-of-answers.ts';
import { formsOfDocuments } from './forms-of-documents.ts';
import { formsOfIdentity } from './forms-of-identity.ts';
import { formsOfRefusals } from './forms-of-refusals.ts';
import type { FaultyToggle, Toggle } from './layer.ts';

export const faults: readonly FaultyToggle[] = [
  ...faultsOfTokens,
  ...faultsOfUsers,
  ...faultsOfErrors,
  ...faultsOfGuides,
  ...faultsOfDocuments,
  ...faultsOfWrites,
];

export const forms: readonly Toggle[] = [
  ...formsOfIdentity,
  ...formsOfRefusals,
  ...formsOfAnswers,
  ...formsOfDocuments,
];

export const toggles: readonly Toggle[] = [...faults, ...forms];
