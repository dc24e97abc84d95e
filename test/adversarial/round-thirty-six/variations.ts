import type { Habit } from './model.ts';
import type { Variation } from './types.ts';
import { answers } from './variations-answers.ts';
import { boxes } from './variations-boxes.ts';
import { shapes } from './variations-shapes.ts';

export const habits: readonly Habit[] = [...answers, ...shapes, ...boxes];
export const variations: readonly Variation[] = habits.map(({ id, title }) => ({ id, title }));
