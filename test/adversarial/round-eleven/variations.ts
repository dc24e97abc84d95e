import { allHabits } from './habits.ts';
import type { Variation } from './types.ts';

export const variations: readonly Variation[] = allHabits.map(({ id, title }) => ({ id, title }));
