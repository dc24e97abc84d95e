import type { Variation } from './shape.ts';

export const wireVariations: readonly Variation[] = [
  {
    id: 'errors-problem-json',
    title: 'Errors are problem details with the members of ApiError',
    why: 'errors/json asks for a JSON media type, errors/shape allows further members; RFC 9457 section 3.2.',
  },
  {
    id: 'error-extra-members',
    title: 'Errors carry a code, a time, empty lists and nulls besides',
    why: 'errors/shape: further members are allowed; members that are null or empty are no data.',
  },
  {
    id: 'response-id-v7-upper',
    title: 'Response ids are UUIDs of version 7 in capitals',
    why: 'errors/response-id-uuid: RFC 9562 text form, either case.',
  },
  {
    id: 'description-null-or-absent',
    title: 'The description of an error is absent from each 401 and null elsewhere',
    why: 'ApiError: error.description is a string or null, an optional detail.',
  },
  {
    id: 'messages-localised',
    title: "Error messages are in the user's language as soon as the user is known",
    why: 'The catalogue of error messages is not shown.',
  },
  {
    id: 'unknown-route-403',
    title: 'An unknown path is 403, as gateways do it',
    why: 'errors/unknown-route: 401 and 403 with ApiError as well.',
  },
  {
    id: 'method-405',
    title: 'A method that a known path does not have is 405 with Allow',
    why: 'errors/method: 4xx or 501; RFC 9110 section 15.5.6.',
  },
  {
    id: 'bodies-refused-422',
    title: 'Bodies are refused with 422',
    why: 'A refusal is a 4xx; the status is not shown.',
  },
  {
    id: 'media-type-quoted-charset',
    title: 'The media type comes with capitals, a quoted charset and a further parameter',
    why: 'Types and parameter names are case-insensitive, and values may be quoted (RFC 9110 section 8.3.1).',
  },
  {
    id: 'chunked-with-trailers',
    title: 'Answers are chunked and end with a trailer field',
    why: 'RFC 9112 section 7.1.',
  },
  {
    id: 'connection-close',
    title: 'Every answer closes its connection',
    why: 'RFC 9112 section 9.6.',
  },
  {
    id: 'header-names-upper',
    title: 'Header names are in capitals',
    why: 'Field names are case-insensitive (RFC 9110 section 5.1).',
  },
  {
    id: 'early-hints',
    title: 'A 103 with early hints precedes every answer',
    why: 'A client must be able to parse interim responses, even unasked (RFC 9110 section 15.2; RFC 8297).',
  },
  {
    id: 'gzip-when-allowed',
    title: 'Answers are compressed where the request names gzip or leaves the coding open',
    why: 'RFC 9110 section 12.5.3; identity is still sent to whoever asks for it.',
  },
  {
    id: 'pretty-json',
    title: 'JSON is written with tabs, CRLF and white space around it',
    why: 'RFC 8259 section 2 allows white space around every token.',
  },
  {
    id: 'escaped-json',
    title: 'JSON is written in ASCII, with escaped letters and slashes',
    why: 'RFC 8259 section 7.',
  },
  {
    id: 'integers-as-floats',
    title: 'Whole numbers are written with a decimal',
    why: 'READING, Encoding: 5.0 is an integer.',
  },
  {
    id: 'slow-answers',
    title: 'Each answer takes up to 300 milliseconds',
    why: 'No time limit is stated, and this one is far below any.',
  },
  {
    id: 'shed-429',
    title: 'Every sixtieth request is told to come back in a second',
    why: 'Rate limits are not shown; 429 is retried politely and is never a failure.',
  },
  {
    id: 'shed-503',
    title: 'Every sixtieth request is answered 503 with a page of HTML',
    why: '503 with or without Retry-After is load shedding, which the monitors do not judge.',
  },
  {
    id: 'small-limits',
    title: 'Addresses over 2 KiB, headers over 8 KiB and bodies over 16 KiB are refused in plain text',
    why: 'READING, HTTP layer: beyond the bounds 413, 414 and 431 without ApiError are proper.',
  },
  {
    id: 'non-ascii-header-refused',
    title: 'Header values with bytes beyond ASCII are refused in plain text',
    why: 'READING, HTTP layer: such a request may be refused with a 400 without ApiError.',
  },
];
