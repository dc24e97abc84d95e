import { express } from './express/stack.ts';
import { fastify } from './fastify/stack.ts';
import type { Stack } from './stack.ts';

/** All stacks, in the order in which they run. */
export const stacks: readonly Stack[] = [fastify, express];
