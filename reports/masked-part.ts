import { causeId, defectId, type Result } from '../engine/result.ts';
import { maskBody, maskHeader, maskMethod, maskPath } from './masked-exchange.ts';
import { formOf, isMemberName, maskProse } from './masked-form.ts';
import { maskJsonText } from './masked-json.ts';

type Part = Result['part'];
type Finding = Part['findings'][string];
type Exhibit = NonNullable<Finding['exchange']>;
type Stored = Exhibit['request']['path'];

/**
 * Masks a part. The verdict can still be computed from a masked part. It cannot be merged or
 * replayed, because its requests are incomplete.
 */
export function maskPart(part: Part, steps: ReadonlySet<string>): Part {
  const { values: _values, ...rest } = part;
  return {
    ...rest,
    tallies: Object.fromEntries(
      Object.entries(part.tallies).map(([id, { notRun, traits, ...tally }]) => [
        id,
        {
          ...tally,
          ...(traits === undefined ? {} : { traits: maskTraits(traits, tally, part) }),
          ...(notRun === undefined ? {} : { notRun: masked(notRun) }),
          reasons: tally.reasons.map(masked),
          values: tally.values.map(masked),
        },
      ]),
    ),
    findings: Object.fromEntries(
      Object.values(part.findings)
        .map((found) => maskFinding(found, steps))
        .map((found) => [`${defectId(found)}|${found.endpoint}`, found]),
    ),
    ...(part.pairs === undefined ? {} : { pairs: maskPairs(part.pairs, steps) }),
    folds: Object.fromEntries(
      Object.entries(part.folds).map(([id, state]) => [id, maskState(state)]),
    ),
    harnessErrors: part.harnessErrors.map(({ where, message }) => ({
      where: maskProse(where),
      message: maskProse(message),
    })),
    notices: part.notices.map(maskProse),
    ...(part.obstacle === undefined ? {} : { obstacle: maskProse(part.obstacle) }),
  };
}

type Tally = Part['tallies'][string];
type Traits = NonNullable<Tally['traits']>;

/** Counts under the ids that causes have once their facts are masked. */
function maskTraits(
  traits: Traits,
  { requirement, endpoint }: Pick<Tally, 'requirement' | 'endpoint'>,
  { findings }: Part,
) {
  const found = Object.values(findings).filter(
    (one) => one.requirement === requirement && one.endpoint === endpoint,
  );
  const causes = found.flatMap((one) => {
    const its = traits[causeId(one)];
    return its ? [[causeId({ ...one, facts: maskFacts(one.facts) }), its] as const] : [];
  });
  const { '': passing } = traits;
  return { ...(passing ? { '': passing } : {}), ...Object.fromEntries(causes) };
}

function maskPairs(pairs: NonNullable<Part['pairs']>, steps: ReadonlySet<string>) {
  const masked = Object.entries(pairs).map(([id, [first, second]]) => {
    return [id, [maskExhibit(first, steps), maskExhibit(second, steps)] as const] as const;
  });
  return Object.fromEntries(masked);
}

type Sentence = Part['tallies'][string]['reasons'][number];

/** Masks what a sentence quotes. */
const masked = ({ words, values }: Sentence): Sentence => ({
  words,
  values: values.map((value) => (typeof value === 'string' ? quoted(value) : value)),
});

const quoted = (text: string) => (/^[{[]/.test(text) ? maskJsonText(text) : formOf(text));

function maskFinding(found: Finding, steps: ReadonlySet<string>) {
  // What was changed is in the harness's words alone.
  const { exchange, accepted, recipe, ...rest } = found;
  return {
    ...rest,
    facts: maskFacts(found.facts),
    ...(exchange === undefined ? {} : { exchange: maskExhibit(exchange, steps) }),
    ...(accepted === undefined ? {} : { accepted: maskExhibit(accepted, steps) }),
    ...(recipe === undefined
      ? {}
      : {
          recipe: {
            ...recipe,
            steps: recipe.steps.map(({ exchange: one, ...how }) => ({
              ...how,
              ...(one ? { exchange: maskExhibit(one, steps) } : {}),
            })),
          },
        }),
  };
}

/** Masks the facts that are not our own. */
export function maskFacts(facts: Finding['facts']): Finding['facts'] {
  const masked = Object.entries(facts).map(([name, { value, from }]) => {
    if (from === 'harness') return [name, { value, from }] as const;
    const texts = Array.isArray(value) ? value.map(quoted) : value;
    return [name, { value: typeof texts === 'string' ? quoted(texts) : texts, from }] as const;
  });
  return Object.fromEntries(masked);
}

function maskExhibit(
  { key, request, plainness, traceId, answer }: Exhibit,
  steps: ReadonlySet<string>,
) {
  const { body, ...sent } = request;
  return {
    key,
    request: {
      ...sent,
      method: maskMethod(request.method),
      path: maskPath(textOf(request.path), steps),
      headers: request.headers.map(([name, value]) => maskHeader([name, textOf(value)])),
      ...(body === undefined ? {} : { body: maskBody(textOf(body)) }),
    },
    ...(plainness === undefined ? {} : { plainness }),
    ...(traceId === undefined ? {} : { traceId }),
    answer: maskAnswer(answer),
  };
}

function maskAnswer(answer: Exhibit['answer']) {
  if ('lost' in answer) return { lost: answer.lost, detail: maskProse(answer.detail) };
  const { status, httpVersion, headers, body } = answer;
  return {
    status,
    httpVersion: /^[\d.]{1,5}$/.test(httpVersion) ? httpVersion : formOf(httpVersion),
    headers: headers.map(maskHeader),
    body: {
      size: body.size,
      ...(body.text === undefined ? {} : { text: maskBody(body.text) }),
      ...(body.base64 === undefined ? {} : { base64: '' }),
      ...(body.undecodable === undefined ? {} : { undecodable: maskProse(body.undecodable) }),
    },
  };
}

/** Converts a stored value to a string, with its symbols as reports show them. */
function textOf(value: Stored): string {
  if (typeof value === 'string') return value;
  if (isPieces(value)) return value.map(textOf).join('');
  if ('base64' in value) return '{{base64}}';
  return value.forge === undefined ? `{{${value.symbol}}}` : `{{${value.symbol}|${value.forge}}}`;
}

const isPieces = (value: Stored): value is Extract<Stored, readonly unknown[]> =>
  Array.isArray(value);

/**
 * Masks the state of a fold. Counts and times stay. A key that may be a value of the target becomes
 * `#` and its position.
 */
function maskState(state: unknown): unknown {
  if (typeof state === 'string') return formOf(state);
  if (Array.isArray(state)) return state.map(maskState);
  if (typeof state !== 'object' || state === null) return state;
  return Object.fromEntries(
    Object.entries(state).map(([name, one], at) => [
      isMemberName(name) || /^\d{1,8}$/.test(name) ? name : `#${at + 1}`,
      maskState(one),
    ]),
  );
}
