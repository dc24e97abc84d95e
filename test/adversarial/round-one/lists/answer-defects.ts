import type { Defect } from './shape.ts';

export const answerDefects: readonly Defect[] = [
  {
    id: 'error-json-by-template',
    title: 'Error bodies are glued together from text',
    breaks: 'errors/json',
    why: 'A malformed x-user-id with a quotation mark or a backslash in it is answered with JSON that does not parse.',
  },
  {
    id: 'description-list',
    title: 'The description of a refused address is a list of problems',
    breaks: 'errors/shape',
    why: 'Every refused address update carries error.description as an array.',
  },
  {
    id: 'response-id-of-framework',
    title: 'A 403 carries the request counter as its response id',
    breaks: 'errors/response-id-uuid',
    why: 'The 403 to a token without the scope has a responseId such as req-1a.',
  },
  {
    id: 'error-singleton',
    title: 'The answer about unknown users was built once for all',
    breaks: 'errors/response-id-unique',
    why: 'Two requests for unknown users carry the same responseId.',
  },
  {
    id: 'token-in-403',
    title: 'The refusal of a token without the scope quotes the token',
    breaks: 'errors/no-leak',
    why: 'The description of the 403 on the guides holds the whole bearer token.',
  },
  {
    id: 'portfolios-buffer',
    title: 'A kept portfolio goes out as bytes of no type',
    breaks: 'http/json-media-type',
    also: ['portfolios/ok'],
    why: 'From the second request of a user on, /portfolios is application/octet-stream.',
  },
  {
    id: 'guides-latin1',
    title: 'The listing is written in Latin-1',
    breaks: 'http/json-media-type',
    why: 'The listing in a language with accents is no valid UTF-8.',
  },
  {
    id: 'side-lowercase-throws',
    title: 'The side of an order is lower-cased before anybody asked whether it is text',
    breaks: 'http/no-server-error',
    why: 'An order whose side is missing, a number or an object is answered 500.',
  },
  {
    id: 'nesting-limit-500',
    title: 'The audit trail refuses deeply nested bodies, and nobody expects that',
    breaks: 'http/no-server-error',
    why: 'A JSON body nested deeper than 100 levels is answered 500.',
  },
  {
    id: 'empty-body-unanswered',
    title: 'The way out for empty bodies never says that it is done',
    breaks: 'http/answers',
    why: 'A PATCH or POST as application/json with an empty body is never answered.',
  },
  {
    id: 'cash-fragments-joined',
    title: 'The cash answer is joined from two fragments that share a member',
    breaks: 'http/json-interoperable',
    why: 'The JSON object of /cash has the member userCurrency twice.',
  },
  {
    id: 'summaries-must-revalidate',
    title: 'Daily summaries may be kept by shared caches',
    breaks: 'http/private-data-not-shared',
    why: 'The answer carries `max-age=60, must-revalidate` without private.',
  },
  {
    id: 'query-as-filter',
    title: 'Every query parameter filters the guides',
    breaks: 'robustness/unexpected-query',
    why: 'A parameter that no guide has as a member makes the listing empty, with status 200.',
  },
];
