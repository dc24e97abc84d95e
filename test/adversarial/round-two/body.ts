import express, { type RequestHandler, type Response } from 'express';
import { ApiError } from './errors.ts';
import type { World } from './world.ts';

export const bodyOf = (res: Response): unknown => res.locals['body'];

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Refuses members that the specification does not name. */
export function refuseUnknownMembers(value: Record<string, unknown>, known: readonly string[]): void {
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new ApiError(422, 'Body is not valid', { description: 'unknown member' });
}

function parseFirstValue(text: string): unknown {
  for (let end = text.indexOf('}'); end >= 0; end = text.indexOf('}', end + 1)) {
    try {
      return JSON.parse(text.slice(0, end + 1));
    } catch {}
  }
  throw new SyntaxError('no value');
}

/** Builds the middlewares that read a JSON body. */
export function makeBodyReader({ on }: World, route: 'address' | 'orders'): RequestHandler[] {
  const parse = (bytes: Buffer): unknown => {
    // Bytes that are no UTF-8 are no JSON either.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    try {
      return JSON.parse(text);
    } catch (error) {
      if (on('address-trailing-tokens') && route === 'address') return parseFirstValue(text);
      throw error;
    }
  };

  const checkType: RequestHandler = (req, _res, next) => {
    if (req.is('application/json') !== false) return next();
    if (on('http-other-type-hangs') && route === 'address') return;
    throw new ApiError(415, 'Content-Type must be application/json');
  };

  const readBytes = express.raw({ type: () => true, limit: on('tight-limits') ? '16kb' : '96kb' });

  const parseBytes: RequestHandler = (req, res, next) => {
    if (bodyOf(res) !== undefined) return next();
    try {
      res.locals['body'] = parse(Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0));
    } catch (error) {
      if (on('errors-html-for-bad-json')) {
        res
          .status(400)
          .type('html')
          .send(`<!DOCTYPE html><pre>${(error as Error).name}: Unexpected token</pre>`);
        return;
      }
      throw new ApiError(400, 'Body is not valid JSON');
    }
    next();
  };
  return [checkType, readBytes, parseBytes];
}
