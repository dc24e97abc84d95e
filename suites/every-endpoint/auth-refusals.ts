import {
  type Answered,
  briefly,
  header,
  held,
  isObject,
  type Json,
  type Judgement,
  jsonObject,
  monitor,
  violated,
  withoutHeader,
} from '../../engine/index.ts';
import { inAuthBattery } from '../endpoints.ts';

export const challenge = monitor({
  id: 'auth/challenge',
  level: 'should',
  endpoints: inAuthBattery,
  rule: 'A 401 carries a WWW-Authenticate header.',
  section: 'RFC 9110 section 15.5.2',
  brokenBy: ['challenge-omitted', 'challenge-omitted-without-credentials'],
  probes: ({ endpoint, wellFormed }) =>
    endpoint.safety === 'read' ? [withoutHeader(wellFormed(), 'Authorization')] : [],
  matches: ({ request, answer }) => request.origin === 'api' && answer.status === 401,
  judge: (answered) =>
    header(answered, 'WWW-Authenticate')
      ? held()
      : violated(
          'a 401 carries no WWW-Authenticate',
          'a WWW-Authenticate header, such as Bearer',
          `${briefly(answered)}, without WWW-Authenticate`,
        ),
});

export const beforeEffects = monitor({
  id: 'auth/before-effects',
  level: 'must',
  endpoints: inAuthBattery,
  rule: 'A request that is rejected for its token returns no user data.',
  section: 'Authentication; Errors',
  brokenBy: ['refused-request-shows-cash', 'refused-request-shows-settings'],
  matches: ({ request, answer }) => request.origin === 'api' && (answer.status === 401 || answer.status === 403),
  judge: judgeBeforeEffects,
});

/** Members in which the specified answers carry data, and those that the merely named endpoints may well have. */
const dataMembers = [
  'data',
  'app',
  'email',
  'maxValueDifferences',
  'portfolio',
  'portfolios',
  'holdings',
  'performers',
  'sentimentScore',
  'balances',
  'balance',
  'cash',
  'address',
  'guides',
  'insights',
  'orders',
];

/** Members that tell about an error: an object of these alone is no user data, whatever its name. */
const aboutErrors =
  /^(status|code|type|title|detail|details|message|messages|description|reason|error|errors|help|links?|path|instance|method|time|timestamp|version|name|.*(request|response|trace|correlation|error).*)$/i;

/** Held where a rejected request shows nothing but an error. */
export function judgeBeforeEffects(answered: Answered): Judgement {
  const body = jsonObject(answered);
  const shown = body ? dataMembers.filter((name) => isData(body[name])) : [];
  if (shown.length === 0) return held();
  return violated(
    'a rejected request returns data',
    'an ApiError without user data',
    `status ${answered.answer.status} with the members ${shown.join(', ')}`,
  );
}

/** A list or an object that is not empty and says more than what went wrong. */
function isData(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.some((element) => isObject(element) && isData(element));
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, member]) => member !== null && !aboutErrors.test(name));
}
