import {
  type Answered,
  type Bound,
  briefly,
  check,
  conforms,
  header,
  held,
  isApiError,
  isJsonMediaType,
  isRefusal,
  isServerError,
  isSuccess,
  type Judgement,
  json,
  jsonObject,
  mediaType,
  readableEndpoint,
  series,
  shown,
  suite,
  unanswered,
  valueText,
  violated,
  whyNoJson,
  withoutHeader,
} from '../../engine/index.ts';
import apiError from '../../schemas/api-error.schema.json' with { type: 'json' };
import { noLeak } from './errors-leak.ts';
import { isUuid, responseIdUnique, responseIdUuid } from './errors-response-id.ts';
import { isJsonError, messageText, shape, statusMatches } from './errors-shape.ts';

/** "The rest of Learn: not shown": what stands here may be a kind of content, as `news`, and be refused as an unknown one. */
const learn = '/learn/';

const unknownRoute = check({
  id: 'errors/unknown-route',
  level: 'should',
  rule: 'A path that cannot exist is answered with 404 and ApiError, or refused with 401 or 403 and ApiError.',
  section: 'Errors; RFC 9110 section 15.5.5',
  brokenBy: [
    'unknown-route-html',
    'unknown-route-bare',
    'unknown-route-id-unresolved',
    'unknown-route-served',
    'unknown-route-redirected',
  ],
  // An ordinary refusal, to compare with: where all errors lack the same, that is for the monitors to say, once.
  control: (bound) => withoutHeader(bound.wellFormed(readableEndpoint(bound)), 'Authorization'),
  accepts: () => true,
  cases: (bound) => {
    const nowhere = `m2m-conformance-${bound.seed.toString(36)}`;
    const request = bound.wellFormed(readableEndpoint(bound));
    return series(
      [`/${nowhere}`, `/${nowhere}/m2m-conformance`, `${learn}${nowhere}`].map((path) => ({
        label: `the path ${path}`,
        request: { ...request, path },
      })),
    );
  },
  judge: judgeUnknownRoute,
});

export function judgeUnknownRoute(answered: Answered, ordinary?: Answered): Judgement {
  const { status } = answered.answer;
  const expected = 'status 404 with ApiError, or 401 or 403 with ApiError';
  if (isServerError(answered)) return unanswered(`answered with ${status}`);
  const mayBeContent = valueText(answered.request.path).startsWith(learn);
  if (isSuccess(answered)) {
    if (mayBeContent) return held('served below Learn, of which not everything is shown');
    return violated('an unknown path is served', expected, briefly(answered));
  }
  if (![401, 403, 404].includes(status) && !(mayBeContent && isRefusal(answered))) {
    const location = header(answered, 'location');
    const to = location === undefined ? '' : ` to ${location}`;
    return violated('an unknown path has another status', expected, `${briefly(answered)}${to}`);
  }
  if (isWellWorded(answered)) {
    const id = jsonObject(answered)?.['responseId'];
    if (isUuid(id) || !ordinary || !isUuid(jsonObject(ordinary)?.['responseId'])) return held();
    return violated('the responseId for an unknown path is no UUID', `${expected}, its responseId a UUID`, shown(id));
  }
  if (ordinary && isRefusal(ordinary) && !isWellWorded(ordinary)) return held();
  const parsed = json(answered);
  if ('error' in parsed && parsed.unread) return unanswered(whyNoJson(parsed));
  const problems = 'value' in parsed ? conforms(apiError, parsed.value).slice(0, 3).join('; ') : 'the body is no JSON';
  return violated('the error for an unknown path is no ApiError', expected, `${briefly(answered)} (${problems})`);
}

function isWellWorded(answered: Answered): boolean {
  return isJsonMediaType(mediaType(answered)) && isApiError(answered);
}

/** No method at all: the parser of a server may know no such token, and refuse it before the application is asked. */
const invented = 'FROBNICATE';
/** Methods that common parsers take, and that IANA registers for no HTTP: of UPnP alone. */
const unregistered = ['M-SEARCH', 'SUBSCRIBE'] as const;

/** On what writes one alone, with the well-formed body: where the method is overlooked, it is carried out. */
function methodsFor({ endpoint: { safety }, profile }: Bound): readonly string[] {
  if (safety === 'write') return ['SUBSCRIBE'];
  // CONNECT and TRACE mean something to the HTTP layer itself.
  return [invented, ...unregistered, ...profile.absentMethods.filter((name) => !/^(connect|trace)$/i.test(name))];
}

const method = check({
  id: 'errors/method',
  level: 'should',
  endpoints: ({ origin, safety }) => origin === 'api' && safety !== 'order',
  rule: 'A method that no endpoint has is refused with a 4xx or with 501.',
  section: 'Errors; RFC 9110 sections 9.1 and 15.6.2',
  brokenBy: ['unknown-method-served', 'reads-by-path-alone', 'address-by-path-alone'],
  cases: (bound) =>
    series(
      methodsFor(bound).map((name) => ({
        label: `the method ${name}`,
        request: { ...bound.wellFormed(), method: name },
      })),
    ),
  judge: judgeMethod,
});

export function judgeMethod(answered: Answered): Judgement {
  const { status } = answered.answer;
  if (isRefusal(answered) || status === 501) return held();
  if (isServerError(answered)) return unanswered(`answered with ${status}`);
  const cause = isSuccess(answered)
    ? 'a method that nobody knows is served'
    : 'a method that nobody knows is not refused';
  return violated(cause, 'a refusal with a 4xx status or 501', briefly(answered));
}

/** What refusals look like, whatever is refused. */
export const errors = suite('errors', [
  isJsonError,
  shape,
  statusMatches,
  responseIdUuid,
  responseIdUnique,
  messageText,
  noLeak,
  unknownRoute,
  method,
]);
