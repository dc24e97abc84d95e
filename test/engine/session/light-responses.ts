import { getRequestListener } from '@hono/node-server';

// By default the adapter replaces the global Request and Response by its own, which write to the
// socket without streams. That saves a fifth of a request's time in tests. The reference itself
// keeps the globals, because it may run in a user's process.
getRequestListener(() => new Response());
