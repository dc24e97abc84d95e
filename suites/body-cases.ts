import {
  type Answered,
  type Ask,
  type Bound,
  type Case,
  cause,
  check,
  type Endpoint,
  fail,
  forSecond,
  generated,
  isAnswered,
  type Judgement,
  jsonBody,
  observed,
  ofHarness,
  type Proof,
  pass,
  refusedOr,
  requireAccepted,
  type Series,
  type Statement,
  say,
  sentHeader,
  series,
  takenBy,
  withBody,
  withHeader,
  withoutHeader,
} from '../engine/index.ts';
import {
  anyContradiction,
  bodyOf,
  contradictions,
  provenContradiction,
  type WrongBody,
} from '../fixtures/malformed/body.ts';
import { coreContentTypes, otherContentTypes } from '../fixtures/malformed/content-type.ts';
import { jsonExtensions } from '../fixtures/malformed/json-extensions.ts';
import { endedOtherwise } from '../fixtures/malformed/line-break.ts';
import {
  anyNoJson,
  coreNoJson,
  noJson,
  provenExtended,
  provenNoJson,
} from '../fixtures/malformed/no-json.ts';
import { why } from './advice.ts';
import { caseOf, extensionCause, extensionIn, mustRefuse, refusal } from './case-of.ts';
import { judgeBehindGood } from './every-endpoint/bypass-attempts.ts';
import { standard } from './statements.ts';

/** The most malformed bodies. An order that the target does not refuse may be executed. */
const listed = {
  read: { quick: 60, standard: 180, deep: Number.POSITIVE_INFINITY },
  write: { quick: 60, standard: 180, deep: Number.POSITIVE_INFINITY },
  order: { quick: 16, standard: 32, deep: 60 },
} as const;
const drawn = { read: [2, 8, 60], write: [2, 8, 60], order: [1, 4, 10] } as const;

function boundary<T>({ depth, endpoint }: Bound, list: readonly T[], core: number) {
  const most = listed[endpoint.safety][depth];
  return list.slice(0, depth === 'quick' ? Math.min(core, most) : most);
}

/** The rules of the second user's language may differ. */
function alsoForSecond({ endpoint, hasSecondUser }: Bound, cases: readonly Case[]) {
  const [first] = cases;
  if (!first || !hasSecondUser || endpoint.user !== 'required') return cases;
  return [
    ...cases,
    { ...first, label: `${first.label}, for the second user`, request: forSecond(first.request) },
  ];
}

const casesWith = (bound: Bound, proof: Proof) =>
  caseOf('', proof, (value) => withBody(bound.wellFormed(), value));

function noJsonCases(bound: Bound) {
  const sample = objectOf(bound.endpoint.sample);
  const toCase = casesWith(bound, provenNoJson);
  return series(
    alsoForSecond(bound, boundary(bound, noJson(sample), coreNoJson).map(toCase)),
    generated({ arbitrary: anyNoJson(sample), counts: drawn[bound.endpoint.safety], toCase }),
  );
}

const noJsonAccepted = mustRefuse('a body that is not JSON');
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
  for (const [nth, { value }] of noJson(objectOf(endpoint.sample)).slice(0, 2).entries()) {
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

/** `meant` selects the places that contradict the schema. */
export function contradictionCases(
  bound: Bound,
  schema: Readonly<Record<string, unknown>>,
  meant: (path: WrongBody['path']) => boolean = () => true,
  ...further: readonly WrongBody[]
): Series {
  const { sample } = bound.endpoint;
  const { bodies, core } = contradictions(schema, sample, meant);
  if (bodies.length === 0) return series([]);
  const proof = provenContradiction(schema);
  const toCase = (wrong: WrongBody): Case => ({
    label: wrong.label,
    request: withBody(bound.wellFormed(), bodyOf(wrong)),
    proof,
  });
  const first = sample !== undefined && meant([]) ? [...further, asText(sample)] : further;
  return series(
    alsoForSecond(bound, boundary(bound, [...first, ...bodies], core + first.length).map(toCase)),
    generated({
      arbitrary: anyContradiction(schema, sample, meant),
      counts: drawn[bound.endpoint.safety],
      toCase,
    }),
  );
}

/** The specification does not say whether a server converts types. */
export const scalar = { type: ['string', 'number', 'boolean', 'null'] };

function asText(sample: unknown): WrongBody {
  const text = JSON.stringify(sample);
  return {
    kind: 'type',
    path: [],
    label: 'a string that contains the object',
    value: text,
    body: text,
  };
}

function contentTypeCases(bound: Bound) {
  const request = bound.wellFormed();
  const types =
    bound.endpoint.safety === 'order'
      ? otherContentTypes.slice(0, coreContentTypes)
      : otherContentTypes;
  return series(
    boundary(bound, types, coreContentTypes).map(({ label, type }) => ({
      label,
      request:
        type === undefined
          ? withoutHeader(request, 'Content-Type')
          : withHeader(request, 'Content-Type', type),
    })),
  );
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

const objectOf = (sample: unknown) => (typeof sample === 'object' && sample !== null ? sample : {});

export function bodyRequirements(
  group: string,
  common: { readonly endpoints: (endpoint: Endpoint) => boolean; readonly section: string },
  statement: Statement,
) {
  const malformedJson = check({
    ...common,
    id: `${group}/malformed-json`,
    statement,
    causes: { ...noJsonAccepted.causes, ...afterValid },
    advice: [...why.parseErrorIgnored, ...why.repairedJson],
    level: 'must',
    rule: 'A body that is not JSON is refused.',
    cases: noJsonCases,
    judge: noJsonAccepted.judge,
    followUps: askBehindBody,
  });
  const extended = ({ endpoint }: Bound) => jsonExtensions(objectOf(endpoint.sample));
  const extensions = check({
    ...common,
    id: `${group}/json-extensions`,
    statement: standard['RFC 8259, section 10'],
    causes: { accepted: extensionCause('is accepted', refusal) },
    advice: [...why.lenientJson, ...why.repairedJson],
    sameDefectAs: [`${group}/malformed-json`],
    level: 'should',
    rule: 'A body that only lenient parsers accept as JSON is refused.',
    section: `${common.section}; RFC 8259 sections 2 and 9`,
    cases: (bound) => {
      // Orders usually share the parser of other endpoints, and accepted ones are executed.
      const most = bound.endpoint.safety === 'order' ? 20 : undefined;
      const sent = boundary(bound, extended(bound).slice(0, most), coreNoJson);
      return series(alsoForSecond(bound, sent.map(casesWith(bound, provenExtended))));
    },
    judge: (answered, _control, bound) =>
      refusedOr(answered, fail('accepted', extensionIn(answered, extended(bound)))),
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
    const answer = isAnswered(exchange) ? String(exchange.answer.status) : 'no response';
    byAnswer.set(answer, [...(byAnswer.get(answer) ?? []), label]);
  }
  return [...byAnswer]
    .sort()
    .map(([answer, labels]) => observed(say`${answer}: ${labels.join(', ')}`));
}
