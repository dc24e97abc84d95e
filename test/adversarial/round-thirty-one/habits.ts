import { dataHabits } from './habits-data.ts';
import { httpHabits } from './habits-http.ts';
import { shapeHabits } from './habits-shapes.ts';
import type { Toggle } from './model.ts';

export const habits: Readonly<Record<string, Toggle>> = { ...dataHabits, ...shapeHabits, ...httpHabits };
