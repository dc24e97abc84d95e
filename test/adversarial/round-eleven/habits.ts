import type { Habit } from './habit.ts';
import { contentHabits } from './habits-of-content.ts';
import { exchangeHabits } from './habits-of-exchanges.ts';
import { summaryHabits } from './habits-of-summaries.ts';

export type { Habit } from './habit.ts';
export const allHabits = [...contentHabits, ...summaryHabits, ...exchangeHabits];
export const habits: Readonly<Record<string, () => Habit>> = Object.fromEntries(
  allHabits.map(({ id, make }) => [id, make]),
);
