import { express } from './express/stack.ts';
import { fastify } from './fastify/stack.ts';
import { haproxy } from './fronts/haproxy.ts';
import { httpd } from './fronts/httpd.ts';
import { nginx } from './fronts/nginx.ts';
import { varnish } from './fronts/varnish.ts';
import { hapi } from './hapi/stack.ts';
import { mockServer, oidcProvider } from './identity/stack.ts';
import { nest } from './nest/stack.ts';
import type { Stack } from './stack.ts';

/** All stacks, in the order in which they run. */
export const stacks: readonly Stack[] = [
  fastify,
  express,
  nest,
  hapi,
  mockServer,
  oidcProvider,
  nginx,
  varnish,
  haproxy,
  httpd,
];
