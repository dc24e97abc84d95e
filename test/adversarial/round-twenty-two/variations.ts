import { formsOfAnswers } from './forms-of-answers.ts';
import { formsOfContent } from './forms-of-content.ts';
import type { Variation } from './types.ts';

export const variations: readonly Variation[] = [...formsOfAnswers, ...formsOfContent].map(({ id, title }) => ({
  id,
  title,
}));
