import type { Knobs } from './knobs.ts';
import type { Variation } from './types.ts';
import { dataRows } from './variations-data.ts';
import { formRows } from './variations-forms.ts';

const rows = [...formRows, ...dataRows];

export const variations: readonly Variation[] = rows.map(([id, title]) => ({ id, title: `${title}.` }));

export const knobsOf = (toggle: string | undefined): Knobs => rows.find(([id]) => id === toggle)?.[2] ?? {};
