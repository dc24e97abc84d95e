import { randomUUID } from 'node:crypto';
import type { Json, Layer, Toggle } from './layer.ts';
import { Rejection } from './rejections.ts';

const challenge = (headers: Readonly<Record<string, string>>): Layer => ({
  reply: (reply, { endpoint }) =>
    reply.status === 401 && endpoint !== 'token' ? { ...reply, headers: { ...reply.headers, ...headers } } : reply,
});

const statusOfMember: Readonly<Record<string, number>> = { line1: 422, line2: 422, city: 409, countryCode: 406 };

export const formsOfRefusals: readonly Toggle[] = [
  {
    id: 'unknown-user-by-lot',
    title: 'An unknown user is 403, 404 or 410 by lot, and 401 on daily summaries',
    layer: () => ({
      reject: (rejection, { endpoint }) =>
        rejection.kind === 'user-unknown' && endpoint !== 'summaries'
          ? rejection.with([403, 404, 410][Math.floor(Math.random() * 3)] ?? 404)
          : rejection,
    }),
  },
  {
    id: 'malformed-user-by-its-length',
    title: 'A user id that is too short is 411, one that is too long 413, and another malformed one 406',
    layer: () => ({
      reject: (rejection, { header }) => {
        const length = header('x-user-id')?.length ?? 0;
        return rejection.kind === 'user-malformed'
          ? rejection.with(length < 24 ? 411 : length > 24 ? 413 : 406)
          : rejection;
      },
    }),
  },
  {
    id: 'refused-bodies-by-member',
    title: 'Which member of a body is at fault decides between 400, 406, 409 and 422',
    layer: () => ({
      reject: (rejection) =>
        rejection.kind === 'validation' ? rejection.with(statusOfMember[rejection.fault ?? ''] ?? 400) : rejection,
    }),
  },
  {
    id: 'one-message-for-everything',
    title: 'All refusals have one message, but for that of an unknown user',
    layer: () => ({
      reject: (rejection) =>
        rejection.kind === 'user-unknown' ? rejection : rejection.with(rejection.status, 'Request refused.'),
    }),
  },
  {
    id: 'members-of-errors-that-resemble-others',
    title: 'Errors have further members whose names and values resemble the specified ones',
    layer: () => ({
      apiError: (error) => ({
        Status: 'refused',
        statusCode: 0,
        responseID: 1,
        response_id: null,
        ...error,
        error: { Message: null, messages: [], ...(error['error'] as Json) },
      }),
    }),
  },
  {
    id: 'response-ids-of-version-two',
    title: 'Response ids are UUIDs of version 2, that of DCE security',
    layer: () => ({ responseId: () => randomUUID().replace(/-4/, '-2') }),
  },
  {
    id: 'challenge-with-bare-credentials',
    title: 'A 401 challenges with Negotiate and its token68 before Bearer',
    layer: () => challenge({ 'www-authenticate': 'Negotiate YIIKqwYGKwYBBQUC==, Bearer realm="fjordinvest"' }),
  },
  {
    id: 'refusals-point-to-the-login',
    title: 'A 401 has a Location, at which people may log in',
    layer: () => challenge({ location: 'https://login.fjordinvest.example/start?from=api' }),
  },
  {
    id: 'blank-address-lines-are-refused',
    title: 'A first line or a city of nothing but spaces is refused',
    layer: () => ({
      addressFits: ({ line1, city }) => {
        if (!String(line1).trim() || !String(city).trim())
          throw new Rejection('validation', 'The line is blank.', { fault: 'line1' });
      },
    }),
  },
  {
    id: 'unknown-guide-suggests-others',
    title: 'The refusal of an unknown guide suggests others, with ids and titles',
    layer: () => ({
      apiError: (error, { kind }) =>
        kind === 'guide-unknown'
          ? { ...error, suggestions: [{ id: '65a1f3c09b7d24e8610c5f32', title: 'First steps' }] }
          : error,
    }),
  },
  {
    id: 'errors-list-the-rejections-of-every-branch',
    title: 'Errors list what every branch of the route had against the request, each with a status of its own',
    layer: () => ({
      apiError: (error) => ({
        ...error,
        rejections: [
          { status: 405, error: { message: '' } },
          { status: 404, error: null, responseId: 'none' },
        ],
      }),
    }),
  },
];
