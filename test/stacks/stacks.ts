import { express } from './express/stack.ts';
import { fastapi } from './fastapi/stack.ts';
import { fastify } from './fastify/stack.ts';
import { flask } from './flask/stack.ts';
import { go } from './go/stack.ts';
import { php } from './php/stack.ts';
import { servlet } from './servlet/stack.ts';
import { sinatra } from './sinatra/stack.ts';
import type { Stack } from './stack.ts';

/** All stacks, in the order in which they run. */
export const stacks: readonly Stack[] = [fastify, express, flask, go, php, sinatra, fastapi, servlet];
