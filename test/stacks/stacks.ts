import { express } from './express/stack.ts';
import { fastapi } from './fastapi/stack.ts';
import { fastify } from './fastify/stack.ts';
import { flask } from './flask/stack.ts';
import { haproxy } from './fronts/haproxy.ts';
import { httpd } from './fronts/httpd.ts';
import { nginx } from './fronts/nginx.ts';
import { varnish } from './fronts/varnish.ts';
import { go } from './go/stack.ts';
import { hapi } from './hapi/stack.ts';
import { mockServer, oidcProvider } from './identity/stack.ts';
import { nest } from './nest/stack.ts';
import { php } from './php/stack.ts';
import { servlet } from './servlet/stack.ts';
import { sinatra } from './sinatra/stack.ts';
import type { Stack } from './stack.ts';

/** All stacks, in the order in which they run. */
export const stacks: readonly Stack[] = [
  fastify,
  express,
  nest,
  hapi,
  flask,
  fastapi,
  sinatra,
  php,
  go,
  servlet,
  mockServer,
  oidcProvider,
  nginx,
  varnish,
  haproxy,
  httpd,
];
