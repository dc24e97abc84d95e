import { setTimeout as wait } from 'node:timers/promises';
import type { RequestHandler, Response } from 'express';
import { ApiError } from './errors.ts';
import type { World } from './world.ts';

function sendBare(res: Response, status: number): void {
  res.setHeader('Connection', 'close');
  res.status(status).end();
}

function writeNamesInCapitals(res: Response): void {
  const writeHead = res.writeHead;
  res.writeHead = function (this: Response, ...args: unknown[]) {
    for (const [name, value] of Object.entries(this.getHeaders())) {
      this.removeHeader(name);
      if (value !== undefined) this.setHeader(name.toUpperCase(), value);
    }
    return Reflect.apply(writeHead, this, args);
  } as typeof res.writeHead;
}

/** Builds what every request passes before it is routed. */
export function makeWire({ on, now }: World): RequestHandler {
  let count = 0;

  return async (req, res, next) => {
    count++;
    if (on('clock-ahead')) res.setHeader('Date', new Date(now()).toUTCString());
    if (on('connection-close')) res.setHeader('Connection', 'close');
    if (on('header-names-upper')) writeNamesInCapitals(res);
    if (on('early-hints') && req.httpVersion === '1.1')
      res.writeEarlyHints({ link: '<https://bilder.sparbuch.example>; rel=preconnect' });
    if (on('shedding-429') && count % 97 === 0)
      throw new ApiError(429, 'Too many requests', { headers: { 'Retry-After': '1' } });
    if (on('shedding-503') && count % 113 === 0) {
      res.status(503).type('html').send('<html><h1>503 Service Unavailable</h1></html>');
      return;
    }
    if (on('non-ascii-refused-early') && req.rawHeaders.some((text) => /[^\x00-\x7f]/.test(text)))
      return sendBare(res, 400);
    if (on('tight-limits')) {
      const headers = req.rawHeaders.reduce((sum, text) => sum + text.length + 2, 0);
      if (req.url.length > 2_048) return sendBare(res, 414);
      if (headers > 4_096) return sendBare(res, 431);
      if (Number(req.get('content-length')) > 16_384) return sendBare(res, 413);
    }
    if (on('http-repeated-query'))
      for (const value of Object.values(req.query)) res.locals['log'] = (value as string).trim();
    if (on('slow') && count % 3 === 0) await wait((count * 53) % 301);
    next();
  };
}

/** Refuses query parameters, none of which the API knows. */
export function makeQueryGuard({ on }: World): RequestHandler {
  return (req, _res, next) => {
    if (on('queries-refused') && Object.keys(req.query).length > 0) throw new ApiError(400, 'Unknown query parameter');
    next();
  };
}
