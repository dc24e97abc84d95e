import type {
  Answered,
  Ask,
  Bound,
  Case,
  Endpoint,
  FollowUps,
  Judgement,
  Proof,
  Series,
  Statement,
} from '../engine/index.ts';
import {
  check,
  failed,
  forSecond,
  generated,
  jsonBody,
  judgeRefusal,
  pass,
  sentHeader,
  series,
  summarize,
  takenBy,
  valueText,
  withBody,
  withHeader,
  withoutHeader,
} from '../engine/index.ts';
import type { WrongBody } from '../fixtures/malformed/body.ts';
import {
  anyContradiction,
  bodyOf,
  contradictions,
  provenContradiction,
} from '../fixtures/malformed/body.ts';
import { coreContentTypes, otherContentTypes } from '../fixtures/malformed/content-type.ts';
import { type Extended, jsonExtensions } from '../fixtures/malformed/json-extensions.ts';
import { endedOtherwise } from '../fixtures/malformed/line-break.ts';
import {
  anyNoJson,
  coreNoJson,
  noJson,
  provenExtended,
  provenNoJson,
} from '../fixtures/malformed/no-json.ts';
import { why } from './advice.ts';
import { advised } from './advised.ts';
import { caseOf } from './case-of.ts';
import { judgeBehindGood } from './every-endpoint/bypass-attempts.ts';
import { standard } from './statements.ts';

/**
 * How many requests with a malformed body are sent. An order that the target does not refuse may be
 * executed.
 */
const listed = {
  read: { quick: 60, standard: 180, deep: Number.POSITIVE_INFINITY },
  write: { quick: 60, standard: 180, deep: Number.POSITIVE_INFINITY },
  order: { quick: 16, standard: 32, deep: 60 },
} as const;
const drawn = { read: [2, 8, 60], write: [2, 8, 60], order: [1, 4, 10] } as const;

function boundary<T>({ depth, endpoint }: Bound, list: readonly T[], core: number): readonly T[] {
  const most = listed[endpoint.safety][depth];
  return list.slice(0, depth === 'quick' ? Math.min(core, most) : most);
}

/**
 * Adds the first case for the second user, because the rules of that user's language may differ.
 */
function alsoForSecond(
  { endpoint, hasSecondUser }: Bound,
  cases: readonly Case[],
): readonly Case[] {
  const [first] = cases;
  if (!first || !hasSecondUser || endpoint.user !== 'required') return cases;
  return [
    ...cases,
    { ...first, label: `${first.label}, for the second user`, request: forSecond(first.request) },
  ];
}

const casesWith = (bound: Bound, proof: Proof) =>
  caseOf('', proof, (value) => withBody(bound.wellFormed(), value));

/** Returns cases with a body that no common parser reads as JSON. */
function noJsonCases(bound: Bound): Series {
  const sample = objectOf(bound.endpoint.sample);
  const toCase = casesWith(bound, provenNoJson);
  return series(
    alsoForSecond(bound, boundary(bound, noJson(sample), coreNoJson).map(toCase)),
    generated({ arbitrary: anyNoJson(sample), counts: drawn[bound.endpoint.safety], toCase }),
  );
}

/** Judges the extension that the request contains, and adds to a finding which parsers have it. */
export function judgeExtended(
  { request }: Answered,
  all: readonly Extended[],
  judge: (what: string) => Judgement,
): Judgement {
  const body = valueText(request.body ?? '');
  const { what, advice } = all.find(({ value }) => valueText(value) === body)?.extension ?? {};
  return advised(judge(what ?? 'an extension of JSON'), advice);
}

/**
 * Sends bodies that are not JSON after a valid one on the same connection: the parser may keep the
 * earlier body.
 */
async function askBehindBody(
  { endpoint, depth, wellFormed }: Bound,
  ask: Ask,
): Promise<readonly Judgement[]> {
  if (depth === 'quick') return [];
  const judged: Judgement[] = [];
  for (const [nth, { value }] of noJson(objectOf(endpoint.sample)).slice(0, 2).entries()) {
    judged.push(
      ...(await judgeBehindGood(ask, {
        step: `connection-${nth}`,
        connection: `body:${endpoint.name}`,
        good: wellFormed(),
        request: withBody(wellFormed(), value),
        proof: provenNoJson,
        cause: 'a body that is not JSON is accepted after a valid one on the same connection',
        expected: 'a refusal with a 4xx status',
      })),
    );
  }
  return judged;
}

/**
 * Returns cases with a body that contradicts the schema in one of the places that `meant` selects.
 */
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

/**
 * The schema of a scalar of any type. The specification does not say whether a server converts
 * types.
 */
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

/** Returns cases of the well-formed request without Content-Type, or with one other than JSON. */
function contentTypeCases(bound: Bound): Series {
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

/**
 * Sends bodies in which a string ends with a line break that its pattern forbids. A server that
 * trims strings accepts a space there too, which is no finding. Sends no orders, because accepted
 * ones are executed.
 */
export const askWithLineBreaks: FollowUps = async ({ depth, endpoint, wellFormed }, ask) => {
  const { requestSchema, safety, sample } = endpoint;
  if (typeof requestSchema !== 'object' || safety === 'order' || depth === 'quick') return [];
  const judged: Judgement[] = [];
  for (const [nth, { place, broken, spaced }] of endedOtherwise(requestSchema, sample)
    .slice(0, 6)
    .entries()) {
    const send = (step: string, body: unknown) =>
      ask(`${step}-${nth}`, { ...withBody(wellFormed(), jsonBody(body)), purpose: 'odd-body' });
    const exchange = await send('line-break', broken);
    if (takenBy(exchange) !== 'accepted') continue;
    const isTrimmed = takenBy(await send('space', spaced)) !== 'refused';
    const cause =
      'a line break at the end of a string is accepted, although its pattern forbids it';
    const expected = `a refusal with a 4xx status of ${place} with a line break at its end`;
    judged.push(isTrimmed ? pass() : failed(cause, expected, summarize(exchange), exchange));
  }
  return judged;
};

/** Judges a case. A missing and a wrong Content-Type are two defects. */
export function judgeContentType(answered: Answered): Judgement {
  const isMissing = sentHeader(answered.request, 'content-type').length === 0;
  if (isMissing) return judgeRefusal(answered, 'a body without Content-Type is accepted');
  return judgeRefusal(answered, 'a body of a media type other than JSON is accepted');
}

const objectOf = (sample: unknown): object =>
  typeof sample === 'object' && sample !== null ? sample : {};

/**
 * Returns the requirements on bodies that do not depend on the members: on their JSON, its
 * extensions and the media type. `brokenBy` has their faults in this order.
 */
export function bodyRequirements(
  group: string,
  common: { readonly endpoints: (endpoint: Endpoint) => boolean; readonly section: string },
  statement: Statement,
  brokenBy: readonly [
    noJson: readonly string[],
    extensions: readonly string[],
    mediaType: readonly string[],
  ],
) {
  const malformedJson = check({
    ...common,
    id: `${group}/malformed-json`,
    statement,
    advice: [...why.parseErrorIgnored, ...why.repairedJson],
    level: 'must',
    rule: 'A body that is not JSON is refused.',
    brokenBy: brokenBy[0],
    cases: noJsonCases,
    judge: (answered) => judgeRefusal(answered, 'a body that is not JSON is accepted'),
    followUps: askBehindBody,
  });
  const extended = ({ endpoint }: Bound) => jsonExtensions(objectOf(endpoint.sample));
  const extensions = check({
    ...common,
    id: `${group}/json-extensions`,
    statement: standard['RFC 8259, section 10'],
    advice: [...why.lenientJson, ...why.repairedJson],
    sameDefectAs: [`${group}/malformed-json`],
    level: 'should',
    rule: 'A body that only lenient parsers accept as JSON is refused.',
    section: `${common.section}; RFC 8259 sections 2 and 9`,
    brokenBy: brokenBy[1],
    cases: (bound) => {
      // Sends fewer orders: they usually share the parser of other endpoints, and accepted ones are
      // executed.
      const most = bound.endpoint.safety === 'order' ? 20 : undefined;
      const sent = boundary(bound, extended(bound).slice(0, most), coreNoJson);
      return series(alsoForSecond(bound, sent.map(casesWith(bound, provenExtended))));
    },
    judge: (answered, _control, bound) =>
      judgeExtended(answered, extended(bound), (what) =>
        judgeRefusal(answered, `a body with ${what} is accepted`),
      ),
  });
  const contentType = check({
    ...common,
    id: `${group}/content-type`,
    statement,
    advice: why.contentTypeIgnored,
    level: 'should',
    rule: 'A body is refused if its Content-Type is missing or not JSON.',
    section: `${common.section}; RFC 9110 section 15.5.16`,
    brokenBy: brokenBy[2],
    cases: contentTypeCases,
    judge: judgeContentType,
  });
  return [malformedJson, extensions, contentType] as const;
}
