import {
  type AnyFail,
  type Facts,
  fromTarget,
  type Recipe,
  type Share,
  withExchanges,
} from '../catalogue/index.ts';
import {
  type Answer,
  defined,
  type Exchange,
  excerpt,
  inOrder,
  isAnswered,
  type Key,
  keyText,
  type Lost,
  loadRequest,
  type StoredRequest,
  storeRequest,
} from '../exchange/index.ts';
import { atPointer, isObject, json } from '../judging/index.ts';
import { type Changes, joinChanges } from './changes.ts';
import { defectId } from './defect-id.ts';
import { byPlainness, type Plainness, plainnessOf, type Weighed } from './plainness.ts';

/** Characters and header lines in a finding. The evidence contains the whole response. */
const keptBody = 8_192;
const keptHeaderValue = 2_048;
const keptHeaders = 100;
const keptText = 4_096;

/** A shortened exchange, as plain JSON. */
export type Exhibit = Readonly<{
  key: Key;
  request: StoredRequest;
  /** Stored, because a published result masks the request. */
  plainness?: Plainness;
  traceId?: string;
  answer: Answer | Lost;
}>;

/** A violation on one endpoint. */
export type Finding = Readonly<{
  requirement: string;
  endpoint: string;
  /** The id of a cause of the requirement. */
  cause: string;
  /** What the words for it depend on. */
  facts: Facts;
  /** The endpoints that the requests went to, if it is of the whole run. */
  at?: readonly string[];
  /** Absent if only the whole run shows it. */
  exchange?: Exhibit;
  accepted?: Exhibit;
  /** How to send requests so that it shows. Absent: this request alone. */
  recipe?: Recipe<Exhibit>;
  /** Absent if no case of a series shows it. */
  changes?: Changes;
  /** The number of cases or responses that showed it. */
  count: number;
  /** How often it was sent again (`of`), and recurred (`times`). */
  reproduced: Share;
}>;

export function finding(
  requirement: string,
  endpoint: string,
  violation: AnyFail,
  exchange?: Exchange,
): Finding {
  const { cause, recipe, contrast } = violation;
  const shown = violation.exchange ?? exchange;
  const facts = { ...violation.facts, ...besideIt(violation.facts, shown) };
  return {
    ...{ requirement, endpoint, cause, facts: shortened(facts) },
    ...{ count: 1, reproduced: { of: 0, times: 0 } },
    ...defined({
      exchange: shown && exhibit(shown),
      accepted: violation.accepted && exhibit(violation.accepted),
      recipe: recipe && withExchanges(recipe, exhibit),
      changes: contrast,
    }),
  };
}

const mostBeside = 120;

/** The other members of the object at `place`, if it is in a list, whose elements differ. */
function besideIt({ place }: Facts, exchange: Exchange | undefined) {
  if (typeof place?.value !== 'string' || !/\/\d+\/.*[^/\d]$/.test(place.value)) return {};
  const steps = place.value.split('/');
  const name = steps.pop();
  const parsed = exchange && isAnswered(exchange) ? json(exchange) : { error: '' };
  const body = 'value' in parsed ? parsed.value : undefined;
  const parent = atPointer(body, steps.join('/'));
  if (!isObject(parent)) return {};
  const others = Object.entries(parent).filter(
    ([other, value]) => other !== name && typeof value !== 'object',
  );
  const said = others.map(([other, value]) => `${other} ${JSON.stringify(value)}`).join(', ');
  return others.length === 0 ? {} : { beside: fromTarget(excerpt(said, mostBeside)) };
}

function shortened(facts: Facts) {
  const short = Object.entries(facts).map(([name, { value, from }]) => [
    name,
    { value: typeof value === 'string' ? excerpt(value, keptText) : value, from },
  ]);
  return Object.fromEntries(short);
}

export function exhibit({ key, request, traceId, answer }: Exchange): Exhibit {
  const plainness = plainnessOf(request);
  const stored = { key, request: storeRequest(request), plainness, ...defined({ traceId }) };
  if ('lost' in answer) return { ...stored, answer };
  const { body, headers } = answer;
  const kept = (text: string | undefined) => text && excerpt(text, keptBody);
  return {
    ...stored,
    answer: {
      ...answer,
      headers: headers
        .slice(0, keptHeaders)
        .map(([name, value]) => [name, excerpt(value, keptHeaderValue)] as const),
      body: { ...body, ...defined({ text: kept(body.text), base64: kept(body.base64) }) },
    },
  };
}

export type FindingId = Pick<Finding, 'requirement' | 'endpoint' | 'cause' | 'facts'>;

/** Violations with the same id are one finding. */
export const findingId = (found: FindingId) => `${defectId(found)}|${found.endpoint}`;

/** With the exchange of the plainest request. The order does not matter. */
export function joinFindings(left: Finding, right: Finding): Finding {
  const [first, other] = inOrderOfShowing(left, right) <= 0 ? [left, right] : [right, left];
  const changes = joinChanges(first.changes, other.changes);
  const at = [...new Set([...(left.at ?? []), ...(right.at ?? [])])].sort();
  const joined = defined({ at: at.length > 0 ? at : undefined, changes });
  return { ...first, ...joined, count: first.count + other.count };
}

/** A report shows the exchange of the first: the plainer one, then by key. */
export function inOrderOfShowing(left: Finding, right: Finding) {
  const [here, there] = [left.exchange, right.exchange];
  if (!here !== !there) return here ? -1 : 1;
  const byRequest =
    here && there
      ? byPlainness(sightOf(here, left), sightOf(there, right)) ||
        here.key.index - there.key.index ||
        inOrder(keyText(here.key), keyText(there.key))
      : 0;
  // Keys can be equal, because all shards request tokens and listings under the same keys.
  return byRequest || inOrder(exemplar(left), exemplar(right));
}

function sightOf({ request, plainness, answer }: Exhibit, { changes }: Finding): Weighed {
  const its = plainness ?? plainnessOf(loadRequest(request));
  return { plainness: its, isCase: changes !== undefined, isLost: 'lost' in answer };
}

/** What `joinFindings` takes from its first argument. `changes` follow from the request. */
const exemplar = ({ count: _count, changes: _changes, at: _at, ...shown }: Finding) =>
  JSON.stringify(shown);
