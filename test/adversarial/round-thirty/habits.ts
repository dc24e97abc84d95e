import type { JWTPayload } from 'jose';
import type { Reply } from './reply.ts';
import type { Address, User } from './world.ts';

export interface Outcome {
  readonly endpoint: string;
  readonly status: number;
  readonly ok: boolean;
  readonly body: unknown;
  readonly user: User | undefined;
  readonly path: string;
  readonly method: string;
  readonly number: number;
}

/** What an implementation may do otherwise, within what the reading leaves open. */
export interface Habits {
  readonly body?: (outcome: Outcome) => unknown;
  readonly headers?: (outcome: Outcome) => Readonly<Record<string, string>>;
  readonly status?: (outcome: Outcome) => number;
  readonly wait?: (outcome: Outcome) => Promise<void>;
  readonly shed?: (number: number) => Reply | undefined;
  readonly heartbeats?: boolean;
  readonly claims?: (scopes: readonly string[]) => Readonly<Record<string, unknown>>;
  readonly scopesOf?: (claims: JWTPayload) => readonly string[];
  readonly granted?: (answer: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  readonly refuseGrant?: (status: number, error: string) => Partial<Reply>;
  readonly shareGrantsFor?: number;
  readonly scopedEndpoints?: readonly string[];
  readonly insightsWithoutScope?: unknown;
  readonly readsByPost?: boolean;
  readonly knownMembersOnly?: boolean;
  readonly absentMembersAccepted?: boolean;
  readonly wholeNumbersAsText?: boolean;
  readonly readBack?: { readonly path: string; readonly pointer: string; readonly show: (address: Address) => unknown };
}
