import { variation } from './entry.ts';

export const httpVariations = [
  variation(
    'body-in-pieces',
    'bodies are chunked in pieces that cut through characters',
    'RFC 9112 section 7.1: chunks have no meaning of their own',
  ),
  variation('connection-close', 'every answer closes the connection', 'RFC 9112 section 9.6'),
  variation(
    'early-hints',
    'a 103 precedes every answer',
    'RFC 9110 section 15.2: a client must be able to parse interim responses',
  ),
  variation(
    'header-names-upper',
    'header names are sent in capitals',
    'RFC 9110 section 5.1: field names are case-insensitive',
  ),
  variation(
    'media-type-spelling',
    'the media type is spelled Application/JSON ;Charset="UTF-8"',
    'RFC 9110 section 8.3.1: case-insensitive, quoted values, space before the semicolon',
  ),
  variation(
    'media-type-plus-json',
    'answers are application/vnd.sparbuch.v2+json',
    'http/json-media-type: application/json or a +json type',
  ),
  variation(
    'trailers',
    'a Server-Timing trailer follows every body',
    'RFC 9110 section 6.5; the definition of Server-Timing permits trailers',
  ),
  variation(
    'non-ascii-refused-early',
    'a header with bytes beyond ASCII gets a bare 400',
    'reading, HTTP layer: may be refused with a 400 without ApiError',
  ),
  variation(
    'tight-limits',
    'beyond 4 KiB of headers, 2 KiB of target, 16 KiB of body there is a bare 431, 414, 413',
    'reading, HTTP layer: beyond the bounds these are proper',
  ),
  variation('base-path', 'the API lives below a path', 'the address is given as {base_url}'),
  variation(
    'etag-and-304',
    'answers carry an entity tag, and a matching If-None-Match gets 304',
    'RFC 9110 section 13.1.2',
  ),
  variation('json-spaced-out', 'JSON is written with tabs and CRLF, before and behind too', 'RFC 8259 section 2'),
  variation('json-escaped', 'JSON is pure ASCII, and slashes are escaped', 'RFC 8259 section 7'),
  variation(
    'json-integers-with-fraction',
    'chapterCount and timestamp are written with .0',
    'reading, encoding: 5.0 is an integer',
  ),
  variation(
    'cache-with-age',
    'the listing comes from a cache and carries its Age',
    'RFC 9111 section 5.1; the lifetime stays 1,800 s',
  ),
  variation(
    'cache-extensions',
    'directives in other case, with extensions, one of them a quoted list',
    'RFC 9111 section 5.2: names are case-insensitive, unknown directives are ignored, values may be quoted',
  ),
  variation('cache-two-lines', 'Cache-Control comes in two lines', 'RFC 9110 section 5.3'),
  variation('vary-star', 'the listing varies by *', 'guides/vary: by x-user-id or *'),
  variation(
    'shedding-429',
    'every 97th request gets 429 with Retry-After',
    'reading, load shedding: is retried politely, never a failure',
  ),
  variation(
    'shedding-503',
    'every 113th request gets a 503 page of the balancer without Retry-After',
    'reading, load shedding: 503 with or without Retry-After',
  ),
  variation('slow', 'every third answer takes up to 300 ms', 'no time is prescribed'),
] as const;
