import { contentForms } from './forms-content.ts';
import { cycleForms } from './forms-cycle.ts';
import type { Variation } from './types.ts';

export const forms = [...contentForms, ...cycleForms];

export const variations: readonly Variation[] = forms.map(({ id, title }) => ({ id, title }));
