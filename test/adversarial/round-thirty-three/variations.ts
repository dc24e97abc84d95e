import type { Toggle } from './model.ts';
import type { Variation } from './types.ts';
import { answerHabits } from './variations-answers.ts';
import { shapeHabits } from './variations-shapes.ts';

const habits = [...answerHabits, ...shapeHabits];

export const variations: readonly Variation[] = habits.map(({ id, title }) => ({ id, title }));
export const variationToggles: Readonly<Record<string, Toggle>> = Object.fromEntries(
  habits.map(({ id, apply }) => [id, apply]),
);
