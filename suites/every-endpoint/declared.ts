import {
  type Answered,
  acceptedCauses,
  type Bound,
  check,
  fail,
  forSecond,
  inconclusive,
  isSuccess,
  isWithoutContent,
  judgeAccepted,
  judgeByProfile,
  monitor,
  notJudged,
  profileSchemaCauses,
  refusedOr,
  say,
  scenario,
  sentHeader,
  sentPath,
  series,
  suite,
  valueText,
  withBody,
} from '../../engine/index.ts';
import { canBeContradicted } from '../../fixtures/malformed/body.ts';
import { contradictionCases } from '../../fixtures/malformed/body-cases.ts';
import { caseOf, shareOfEndpoint } from '../../fixtures/malformed/cases.ts';
import { isJson } from '../../fixtures/malformed/lenient-json.ts';
import { noJson, provenNoJson } from '../../fixtures/malformed/no-json.ts';
import { why } from '../advice.ts';
import { askWithLineBreaks, lineBreakCauses } from '../body-cases.ts';
import { expecting, refusal } from '../refusals.ts';
import { spec } from '../statements.ts';

const isSchema = (schema: unknown): schema is Readonly<Record<string, unknown>> =>
  typeof schema === 'object' && schema !== null;
const common = { level: 'must', section: 'Areas that the specification only names' } as const;

export function isDelivered(answered: Answered) {
  const { key, request } = answered;
  if (!isSuccess(answered) || isWithoutContent(answered)) return false;
  const [method = '', ...path] = key.endpoint.split(' ');
  const parts = path.join(' ').split(/\{[^{}]*\}/);
  const asDeclared = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const tokens = sentHeader(request, 'authorization');
  return (
    request.method === method &&
    new RegExp(`^${asDeclared.join('[^/]*')}$`).test(sentPath(request)) &&
    request.wire === 'http' &&
    !valueText(request.path).includes('?') &&
    tokens.length === 1 &&
    /^bearer +\{\{token:scoped\}\}$/i.test(tokens[0] ?? '') &&
    sentHeader(request, 'x-user-id').every((user) => /^\{\{user:(first|second)\}\}$/.test(user))
  );
}

export function judgeDeclaredSchema(
  answered: Answered,
  { endpoint: { responseSchema, statuses } }: Bound,
) {
  const { status } = answered.answer;
  if (!isSchema(responseSchema)) return inconclusive(say`no schema is declared`);
  if (statuses && !statuses.includes(status)) return notJudged(answered, 'declared/ok');
  return judgeByProfile(responseSchema, answered);
}

/** They replace other malformed orders. */
const brokenOrders = 6;

const expectRefusal = expecting(refusal);

export const declared = suite('declared', [
  scenario({
    ...common,
    id: 'declared/ok',
    endpoints: ({ source }) => source === 'declared',
    statement: spec.areasNotShown,
    advice: [
      {
        suspect: 'Profile and server disagree on the path, the parameters or the success status.',
        look: 'Send the declared request with curl, and correct the profile or the route.',
        when: ['4xx', 'alone', '!not alone', '!5xx'],
      },
      why.history,
    ],
    causes: acceptedCauses,
    rule: 'The declared request gets a declared status.',
    run: async (bound, ask) => [judgeAccepted(await ask('request', bound.wellFormed()), bound)],
  }),
  monitor({
    ...common,
    id: 'declared/schema',
    endpoints: ({ source, responseSchema }) => source === 'declared' && isSchema(responseSchema),
    statement: spec.resourcesNotShown,
    advice: [
      why.cachedCopy,
      why.otherModel,
      why.driverTypes,
      why.byLanguage,
      {
        suspect: 'The schema in the profile is older than the server.',
        look: 'Update the one that is wrong.',
      },
    ],
    causes: profileSchemaCauses,
    rule: 'The response conforms to the declared schema.',
    // A second order would be executed too. declared/ok sends one.
    probes: ({ endpoint: { safety, user }, wellFormed }) => {
      if (safety === 'order') return [];
      const isForBoth = user === 'required' && safety === 'read';
      return isForBoth ? [wellFormed(), forSecond(wellFormed())] : [wellFormed()];
    },
    skips: ['odd-body'],
    matches: isDelivered,
    judge: judgeDeclaredSchema,
  }),
  check({
    ...common,
    id: 'declared/malformed-body',
    endpoints: ({ source, requestSchema, sample }) =>
      source === 'declared' &&
      sample !== undefined &&
      isSchema(requestSchema) &&
      canBeContradicted(requestSchema, sample),
    statement: spec.othersNotShown,
    causes: {
      'not-json': expectRefusal('a body that is not JSON is accepted', why.parseErrorIgnored),
      'against-schema': expectRefusal(
        'a body that violates the declared schema is accepted',
        {
          suspect: 'Validation checks less than the declared schema, such as first elements only.',
          look: 'Generate the validation from the schema in the profile.',
          when: ['2xx'],
        },
        why.coercingBinder,
        why.noSchema,
      ),
      ...lineBreakCauses,
    },
    rule:
      'A body that violates the declared request schema in one place, or that is not JSON, is ' +
      'refused.',
    cases: (bound) => {
      const { requestSchema, safety, sample } = bound.endpoint;
      const wellFormed: Bound['wellFormed'] = (...named) => ({
        ...bound.wellFormed(...named),
        purpose: 'odd-body',
      });
      if (!isSchema(requestSchema)) return series([]);
      const { boundary, generated } = contradictionCases({ ...bound, wellFormed }, requestSchema);
      // No schema forbids a blank body, and lenient parsers read arrays in unknown ways.
      const texts = Array.isArray(sample) ? [] : noJson(Object(sample));
      const sent = texts.filter(({ value }) => /\S/.test(valueText(value)));
      const toCase = caseOf(undefined, provenNoJson, (value) => withBody(wellFormed(), value));
      const broken = shareOfEndpoint(bound, sent).map(toCase);
      if (safety !== 'order') return series([...boundary, ...broken], ...generated);
      // An order that is not refused may be executed, so their number stays the same.
      const few = broken.slice(0, brokenOrders);
      const kept = boundary.slice(0, Math.max(0, boundary.length - few.length));
      return series([...kept, ...few], ...generated);
    },
    judge: (answered) =>
      refusedOr(
        answered,
        isJson(valueText(answered.request.body ?? '')) ? fail('against-schema') : fail('not-json'),
      ),
    followUps: askWithLineBreaks,
  }),
]);
