import {
  type Answered,
  type Ask,
  type Bound,
  type Case,
  cause,
  check,
  type Endpoint,
  fail,
  type Judgement,
  jsonBody,
  observed,
  ofHarness,
  pass,
  refusedOr,
  requireAccepted,
  type Statement,
  say,
  sentHeader,
  statusOf,
  takenBy,
  withBody,
} from '../engine/index.ts';
import {
  contentTypeCases,
  extendedBodies,
  extendedCases,
  noJsonCases,
} from '../fixtures/malformed/body-cases.ts';
import { endedOtherwise } from '../fixtures/malformed/line-break.ts';
import { noJson, provenNoJson } from '../fixtures/malformed/no-json.ts';
import { why } from './advice.ts';
import { judgeBehindGood } from './every-endpoint/bypass-attempts.ts';
import { extensionCause, extensionIn, mustRefuse, refusal } from './refusals.ts';
import { standard } from './statements.ts';

const noJsonRefused = mustRefuse('a body that is not JSON');
const afterValid = {
  'accepted-after-valid': {
    title: 'a body that is not JSON is accepted after a valid one on the same connection',
    expected: refusal,
    advice: [
      {
        suspect: 'The parser keeps the body of the earlier request.',
        look: 'Create a parser for each request, and refuse the request after a parse error.',
      },
    ],
  },
};

/** The parser may keep the valid body that came before on the connection. */
async function askBehindBody(
  { endpoint, depth, wellFormed }: Bound,
  ask: Ask,
): Promise<readonly Judgement<typeof afterValid>[]> {
  if (depth === 'quick') return [];
  const judged: Judgement<typeof afterValid>[] = [];
  for (const [nth, { value }] of noJson(Object(endpoint.sample)).slice(0, 2).entries()) {
    judged.push(
      ...(await judgeBehindGood(ask, {
        step: `connection-${nth}`,
        connection: `body:${endpoint.name}`,
        good: wellFormed(),
        request: withBody(wellFormed(), value),
        proof: provenNoJson,
        cause: 'accepted-after-valid',
      })),
    );
  }
  return judged;
}

export const lineBreakCauses = {
  'line-break': cause<{ place: string }>({
    title: 'a line break at the end of a string is accepted, although its pattern forbids it',
    expected: ({ place }) => `${refusal} of ${place} with a line break at its end`,
    advice: [
      {
        suspect: 'In the pattern of the validator, $ also matches before a line break at the end.',
        look: 'Match the whole string, or end the pattern with \\z instead of $.',
      },
    ],
  }),
};

/** A server that trims strings also accepts a space there, which is no finding. */
export async function askWithLineBreaks({ depth, endpoint, wellFormed }: Bound, ask: Ask) {
  const { requestSchema, safety, sample } = endpoint;
  if (typeof requestSchema !== 'object' || safety === 'order' || depth === 'quick') return [];
  const judged: Judgement<typeof lineBreakCauses>[] = [];
  for (const [nth, { place, broken, spaced }] of endedOtherwise(requestSchema, sample)
    .slice(0, 6)
    .entries()) {
    const send = (step: string, body: unknown) =>
      ask(`${step}-${nth}`, { ...withBody(wellFormed(), jsonBody(body)), purpose: 'odd-body' });
    const exchange = await send('line-break', broken);
    if (takenBy(exchange) !== 'accepted') continue;
    const isTrimmed = takenBy(await send('space', spaced)) !== 'refused';
    judged.push(isTrimmed ? pass() : fail('line-break', { place: ofHarness(place) }, exchange));
  }
  return judged;
}

export function judgeContentType(answered: Answered) {
  const isMissing = sentHeader(answered.request, 'content-type').length === 0;
  return refusedOr(answered, isMissing ? fail('no-type') : fail('other-type'));
}

export function bodyRequirements(
  group: string,
  common: { readonly endpoints: (endpoint: Endpoint) => boolean; readonly section: string },
  statement: Statement,
) {
  const malformedJson = check({
    ...common,
    ...noJsonRefused,
    id: `${group}/malformed-json`,
    statement,
    causes: { ...noJsonRefused.causes, ...afterValid },
    advice: [why.parseErrorIgnored, why.repairedJson],
    level: 'must',
    cases: noJsonCases,
    followUps: askBehindBody,
  });
  const extensions = check({
    ...common,
    id: `${group}/json-extensions`,
    statement: standard['RFC 8259, section 10'],
    causes: { accepted: extensionCause('is accepted', refusal) },
    advice: [...why.lenientJson, why.repairedJson],
    sameDefectAs: [`${group}/malformed-json`],
    level: 'should',
    rule: 'A body that only lenient parsers accept as JSON is refused.',
    section: `${common.section}; RFC 8259 sections 2 and 9`,
    cases: extendedCases,
    judge: (answered, _control, bound) =>
      refusedOr(answered, fail('accepted', extensionIn(answered, extendedBodies(bound)))),
  });
  const contentType = check({
    ...common,
    id: `${group}/content-type`,
    statement,
    causes: {
      'no-type': { title: 'a body without Content-Type is accepted', expected: refusal },
      'other-type': {
        title: 'a body of a media type other than JSON is accepted',
        expected: refusal,
      },
    },
    advice: why.contentTypeIgnored,
    level: 'should',
    rule: 'A body is refused if its Content-Type is missing or not JSON.',
    section: `${common.section}; RFC 9110 section 15.5.16`,
    cases: contentTypeCases,
    judge: judgeContentType,
  });
  return [malformedJson, extensions, contentType] as const;
}

/** Sends requests whose response is unspecified, and reports each status. */
export async function observeAnswers(bound: Bound, ask: Ask, open: readonly Case[]) {
  requireAccepted(await ask('control', bound.wellFormed()));
  const byAnswer = new Map<string, string[]>();
  for (const [nth, { label, request }] of open.entries()) {
    const exchange = await ask(`open-${nth}`, request);
    const answer = String(statusOf(exchange) ?? 'no response');
    byAnswer.set(answer, [...(byAnswer.get(answer) ?? []), label]);
  }
  return [...byAnswer]
    .sort()
    .map(([answer, labels]) => observed(say`${answer}: ${labels.join(', ')}`));
}
