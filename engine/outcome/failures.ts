import {
  alone,
  type Catalogue,
  type Recipe,
  type Requirement,
  rows,
  type Share,
  wholeRun,
  withExchanges,
} from '../catalogue/index.ts';
import type { Config } from '../config/config.ts';
import {
  defined,
  grouped,
  inOrder,
  keyText,
  loadRequest,
  pieces,
  type Request,
  type Value,
  valueText,
} from '../exchange/index.ts';
import { byEvidence } from './advice.ts';
import { causeOf, valuesOf, wordsOf } from './cause-words.ts';
import { changesInWords } from './changes.ts';
import { commandsOf } from './commands.ts';
import { curlOf, variablesOf } from './curl.ts';
import { causeId, defectId } from './defect-id.ts';
import { type Exhibit, type Finding, inOrderOfShowing } from './finding.ts';
import type { Part } from './part.ts';
import type { Failure, ShownRecipe, ShownRequest, ShownResponse } from './result.ts';
import { linkSameCauses } from './same-cause.ts';
import { separationOf } from './separation.ts';
import { cases } from './tally.ts';
import { addTraits, countOf, traitsAt } from './traits.ts';

/** In characters. The evidence contains the whole body. */
const shownBody = 8_192;
const shownHeaderValue = 2_048;

type Target = Pick<Config['target'], 'baseUrl' | 'authUrl' | 'jwksUrl'>;

/** One entry per defect with all its places. The position is the finding's number. */
export function failures(
  catalogue: Catalogue,
  part: Part,
  target: Target,
  run: Pick<Config, 'seed' | 'strict'>,
): readonly Failure[] {
  // Sorted by id, so that the order of merging does not matter.
  const sorted = Object.entries(part.findings).sort(([left], [right]) => inOrder(left, right));
  const byDefect = grouped(
    sorted.map(([, found]) => found),
    defectId,
  );
  const order = new Map(
    rows(catalogue).map(({ requirement }, at) => [requirement.id, { at, requirement }]),
  );
  const placeOf = (places: readonly Finding[]) => order.get(places[0]?.requirement ?? '')?.at ?? 0;
  const known = [...byDefect.values()].filter(([first]) => first && order.has(first.requirement));
  const listed = known
    .sort((left, right) => placeOf(left) - placeOf(right))
    .flatMap((places) => {
      const shown = [...places].sort(inOrderOfShowing);
      const first =
        shown.find(({ recipe, reproduced }) => recipe !== undefined || recurs(reproduced)) ??
        shown[0];
      const requirement = first && order.get(first.requirement)?.requirement;
      if (!requirement) return [];
      const fails = requirement.level !== 'should' || run.strict;
      return [failure(requirement, fails ? 'fail' : 'warn', places, first, target, run.seed, part)];
    });
  const linked = linkSameCauses(
    listed,
    new Map([...order].map(([id, { requirement }]) => [id, requirement])),
  );
  return linked.map(({ replay, ...rest }, at) => {
    // The command works in the folder of the result.
    const command = `npx --no -- m2m-conformance replay . --failure ${at + 1}`;
    return replay ? { ...rest, replay: { ...replay, command } } : rest;
  });
}

function failure(
  declared: Requirement,
  outcome: 'fail' | 'warn',
  places: readonly Finding[],
  first: Finding,
  target: Target,
  seed: number,
  { values = {}, tallies }: Part,
) {
  const { rule, statement, ...its } = declared;
  const { requirement, cause, exchange, accepted, facts } = first;
  const { title, expected, actual } = wordsOf(declared, first);
  const key = keyOf(first);
  const origins = {
    api: target.baseUrl,
    token: target.authUrl,
    jwks: target.jwksUrl ?? '',
    listener: 'http://listener',
  };
  const reproduced = places.reduce(
    (sum, place) => ({
      of: sum.of + place.reproduced.of,
      times: sum.times + place.reproduced.times,
    }),
    { of: 0, times: 0 },
  );
  const callOf = (exhibit: Exhibit) => {
    const sent = loadRequest(exhibit.request);
    return curlOf(sent, origins[sent.origin], values);
  };
  // How to send it is unknown if it did not recur for no known reason.
  const recipe = first.recipe ?? (recurs(reproduced) ? alone : undefined);
  const curl = exchange && recipe && commandsOf(recipe, exchange, callOf);
  const sent = [exchange, ...(recipe?.steps ?? []).map((step) => step.exchange)];
  const uses = sent.flatMap((one) => (one ? variablesOf(loadRequest(one.request)) : []));
  // If a monitor finds it in all responses, no change of a request causes it.
  const isEverywhere =
    declared.kind === 'monitor' && places.every((one) => judgedAt(one, tallies).of === one.count);
  const changed =
    first.changes && !isEverywhere
      ? changesInWords([first, ...places].flatMap(({ changes = [] }) => changes))
      : undefined;
  const separation = separationOfPlaces(declared, first, places, tallies);
  const shape: Failure = {
    id: defectId(first),
    requirement,
    outcome,
    cause,
    title,
    message: `${rule} Expected ${expected}; actual: ${actual}`,
    ...defined({ changed }),
    expected,
    actual,
    facts,
    ...defined({ statement }),
    places: places.map((place) => ({
      endpoint: place.endpoint,
      ...defined({ at: place.at }),
      key: keyOf(place),
      count: place.count,
      ...judgedAt(place, tallies),
      reproduced: place.reproduced,
    })),
    reproduced,
    ...defined({ separation }),
    ...(exchange && shown(exchange, origins)),
    ...(accepted && { accepted: shown(accepted, origins) }),
    ...(exchange && recipe && { recipe: shownRecipe(recipe, exchange, origins) }),
    ...defined({ traceId: exchange?.traceId, curl }),
    ...(curl !== undefined && { variables: [...new Set(uses)].sort() }),
    ...(key !== '' && { replay: { seed, key, command: '', sends: sentByReplay(its, first) } }),
  };
  const own = causeOf(declared, first)?.advice ?? [];
  const advice = byEvidence(own, shape, valuesOf(facts), declared.advice);
  return advice.length === 0 ? shape : { ...shape, advice };
}

const keyOf = ({ exchange }: Finding) => (exchange ? keyText(exchange.key) : '');

type Tallies = Part['tallies'];

const tallyOf = ({ requirement, endpoint }: Finding, tallies: Tallies) =>
  tallies[`${requirement}|${endpoint}`];

function traitsOfPlace(place: Finding, tallies: Tallies) {
  const { traits = {} } = tallyOf(place, tallies) ?? {};
  return place.endpoint === wholeRun && place.at ? traitsAt(traits, place.at) : traits;
}

function judgedAt(place: Finding, tallies: Tallies) {
  const tally = tallyOf(place, tallies);
  const isOfRun = place.endpoint === wholeRun && place.at !== undefined;
  const ofEndpoints = isOfRun ? countOf(traitsOfPlace(place, tallies)) : 0;
  const of = ofEndpoints || (tally ? cases(tally) : 0);
  return of < place.count ? {} : { of };
}

function separationOfPlaces(
  { kind }: Requirement,
  { cause, facts }: Finding,
  places: readonly Finding[],
  tallies: Tallies,
) {
  const judged = places.map((place) => traitsOfPlace(place, tallies));
  const sumOf = (id: string) =>
    judged.flatMap((traits) => traits[id] ?? []).reduce(addTraits, { cells: {}, sizes: {} });
  const isAboutPart = facts['member'] !== undefined || facts['header'] !== undefined;
  return separationOf(
    sumOf(causeId({ cause, facts })),
    sumOf(''),
    kind === 'monitor' ? isAboutPart : undefined,
  );
}

function sentByReplay(
  { kind, id, ...its }: Omit<Requirement, 'rule' | 'statement'>,
  { recipe }: Finding,
) {
  if (kind === 'scenario') return `all requests of ${id}, in the same order`;
  if (kind === 'monitor' && !('judge' in its) && !('lost' in its))
    return `nothing: it takes a whole run, npx --no -- m2m-conformance run --only ${id}`;
  if (recipe && recipe.steps.length > 1) return 'these requests in the same way';
  return kind === 'check' ? 'the well-formed request, then this one' : 'this request';
}

const recurs = ({ of, times }: Share) => of === 0 || times > 0;

type Origins = Readonly<Record<Request['origin'], string>>;

function shownRecipe(recipe: Recipe<Exhibit>, judged: Exhibit, origins: Origins): ShownRecipe {
  const { steps, ...rest } = withExchanges(recipe, (one) => shown(one, origins));
  const { request } = shown(judged, origins);
  return {
    ...rest,
    steps: steps.map(({ exchange, ...how }) => ({ ...(exchange ?? { request }), ...how })),
    judged: steps.length - 1,
  };
}

function shown(exhibit: Exhibit, origins: Origins) {
  const request = loadRequest(exhibit.request);
  return {
    request: shownRequest(request, origins[request.origin]),
    response: shownResponse(exhibit),
  };
}

const shownRequest = (request: Request, origin: string): ShownRequest => ({
  method: request.method,
  url: `${origin}${valueText(request.path)}`,
  headers: request.headers.map(([name, value]) => [
    name,
    visible(valueText(readable(value))).slice(0, shownHeaderValue),
  ]),
  ...(request.body !== undefined && {
    body: valueText(readable(request.body)).slice(0, shownBody),
  }),
});

/** With the string that bytes encode, if they are valid UTF-8. */
const readable = (value: Value) =>
  pieces(value).map((piece) => {
    if (!(piece instanceof Uint8Array)) return piece;
    const text = Buffer.from(piece).toString('utf8');
    return text.includes('\uFFFD') ? piece : text;
  });

const visible = (text: string) =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });

function shownResponse({ answer }: Exhibit): ShownResponse {
  if ('lost' in answer)
    return { headers: [], body: '', size: 0, lost: `${answer.lost}: ${answer.detail}` };
  const { status, headers, body } = answer;
  return {
    status,
    headers: headers.slice(0, 100).map(([name, value]) => [name, value.slice(0, shownHeaderValue)]),
    body: (body.text ?? `{{base64:${body.base64 ?? ''}}}`).slice(0, shownBody),
    size: body.size,
  };
}
