import type { Variation } from './contracts.ts';
import { forms } from './toggles.ts';

export const variations: readonly Variation[] = forms.map(({ id, title }) => ({ id, title }));
