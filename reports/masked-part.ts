import { causeId, defectId, defined, type Result } from '../engine/result.ts';
import { maskBody, maskHeader, maskMethod, maskPath } from './masked-exchange.ts';
import { formOf, isMemberName, maskProse } from './masked-form.ts';
import { maskJsonText } from './masked-json.ts';
import { mapValues, withMembers } from './with-members.ts';

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
  return withMembers<Part>(rest, {
    tallies: (tallies) =>
      mapValues(tallies, (tally) =>
        withMembers(tally, {
          traits: (traits) => maskTraits(traits, tally, part),
          notRun: masked,
          reasons: (all) => all.map(masked),
          values: (all) => all.map(masked),
        }),
      ),
    findings: (findings) =>
      Object.fromEntries(
        Object.values(findings)
          .map((found) => maskFinding(found, steps))
          .map((found) => [`${defectId(found)}|${found.endpoint}`, found]),
      ),
    pairs: (pairs) =>
      mapValues(
        pairs,
        ([first, second]) => [maskExhibit(first, steps), maskExhibit(second, steps)] as const,
      ),
    folds: (folds) => mapValues(folds, maskState),
    harnessErrors: (all) =>
      all.map((one) => withMembers(one, { where: maskProse, message: maskProse })),
    notices: (all) => all.map(maskProse),
    obstacle: maskProse,
  });
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

type Sentence = Part['tallies'][string]['reasons'][number];

const masked = ({ words, values }: Sentence): Sentence => ({
  words,
  values: values.map((value) => (typeof value === 'string' ? quoted(value) : value)),
});

const quoted = (text: string) => (/^[{[]/.test(text) ? maskJsonText(text) : formOf(text));

function maskFinding(found: Finding, steps: ReadonlySet<string>) {
  // What was changed is in the harness's words alone.
  const exchange = (exhibit: Exhibit) => maskExhibit(exhibit, steps);
  return withMembers(found, {
    facts: maskFacts,
    exchange,
    accepted: exchange,
    recipe: (recipe) => ({
      ...recipe,
      steps: recipe.steps.map((step) => withMembers(step, { exchange })),
    }),
  });
}

export function maskFacts(facts: Finding['facts']): Finding['facts'] {
  return mapValues(facts, ({ value, from }) => {
    if (from === 'harness') return { value, from };
    const texts = Array.isArray(value) ? value.map(quoted) : value;
    return { value: typeof texts === 'string' ? quoted(texts) : texts, from };
  });
}

function maskExhibit(
  { key, request, plainness, traceId, answer }: Exhibit,
  steps: ReadonlySet<string>,
) {
  const sent = withMembers(request, {
    method: maskMethod,
    path: (path) => maskPath(textOf(path), steps),
    headers: (all) => all.map(([name, value]) => maskHeader([name, textOf(value)])),
    body: (body) => maskBody(textOf(body)),
  });
  return { key, request: sent, ...defined({ plainness, traceId }), answer: maskAnswer(answer) };
}

function maskAnswer(answer: Exhibit['answer']) {
  if ('lost' in answer) return { lost: answer.lost, detail: maskProse(answer.detail) };
  const { status, httpVersion, headers, body } = answer;
  return {
    status,
    httpVersion: /^[\d.]{1,5}$/.test(httpVersion) ? httpVersion : formOf(httpVersion),
    headers: headers.map(maskHeader),
    body: withMembers(body, { text: maskBody, base64: () => '', undecodable: maskProse }),
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
