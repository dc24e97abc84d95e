import type { ServerResponse } from 'node:http';
import type { JWTPayload } from 'jose';
import type { User } from './data.ts';
import type { Answer, Exchange, Json } from './messages.ts';
import type { Settings } from './notifications.ts';
import type { Day } from './summaries.ts';

/** What a correct vendor may do otherwise. */
export interface Habit {
  readonly users?: readonly User[];
  readonly lifetime?: number;
  readonly jose?: Json;
  readonly keySet?: Json;
  readonly guides?: (list: Json[], user: User) => Json[];
  readonly guide?: (guide: Json) => Json;
  readonly summaries?: (shown: { data: Day[]; maxValueDifferences: Json }, user: User) => void;
  readonly settings?: (shown: Settings, user: User) => void;
  readonly cash?: (user: User) => Answer;
  readonly portfolios?: (user: User) => Answer;
  readonly insights?: (user: User) => Answer;
  readonly updated?: () => Answer;
  readonly ordered?: () => Answer;
  readonly before?: (exchange: Exchange) => Answer | undefined;
  readonly refused?: (result: Answer, exchange: Exchange, thrown: unknown) => void;
  readonly answer?: (result: Answer, exchange: Exchange) => void;
  readonly claims?: (claims: JWTPayload) => JWTPayload;
  readonly token?: (body: Json) => Json;
  readonly tokenRefusal?: (result: Answer) => void;
  readonly json?: (body: unknown) => string;
  readonly write?: (response: ServerResponse, text: string) => void;
}
export interface NamedHabit {
  readonly id: string;
  readonly title: string;
  readonly make: () => Habit;
}
export const named = (id: string, title: string, make: () => Habit): NamedHabit => ({ id, title, make });
