import type { Habit } from './model.ts';
import type { Variation } from './types.ts';
import { answerHabits } from './variations-answers.ts';
import { shapeHabits } from './variations-shapes.ts';

export const habits: readonly Habit[] = [...answerHabits, ...shapeHabits];
export const variations: readonly Variation[] = habits.map(({ id, title }) => ({ id, title }));
