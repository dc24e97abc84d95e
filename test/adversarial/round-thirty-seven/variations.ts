import type { Habit } from './model.ts';
import type { Variation } from './types.ts';
import { answers } from './variations-answers.ts';
import { boxes } from './variations-boxes.ts';
import { shapes } from './variations-shapes.ts';

export const habits: readonly Habit[] = [answers, shapes, boxes].flat();
export const variations: readonly Variation[] = habits.map(({ apply: _goal, ...variation }) => variation);
