import { type Facts, fromTarget } from '../catalogue/cause.ts';
import type { AnyFail } from '../catalogue/check.ts';
import { type Recipe, type Share, withExchanges } from '../catalogue/recipe.ts';
import { excerpt } from '../exchange/excerpt.ts';
import { type Answer, type Exchange, isAnswered, type Lost } from '../exchange/exchange.ts';
import { type Key, keyText } from '../exchange/key.ts';
import { loadRequest, type StoredRequest, storeRequest } from '../exchange/stored-request.ts';
import { isObject, json } from '../judging/answer.ts';
import { atPointer } from '../judging/content.ts';
import { type Changes, joinChanges } from './changes.ts';
import { defectId } from './defect-id.ts';
import { inOrder } from './in-order.ts';
import { byPlainness, type Plainness, plainnessOf, type Sight } from './plainness.ts';

/**
 * Limits for a body, a header value and the header lines in a finding. The evidence contains the
 * whole response.
 */
const keptBody = 8_192;
const keptHeaderValue = 2_048;
const keptHeaders = 100;
/** Characters of a fact. */
const keptText = 4_096;

/**
 * The exchange that shows a violation, shortened and as plain JSON, because parts are written to
 * files.
 */
export interface Exhibit {
  readonly key: Key;
  readonly request: StoredRequest;
  /** Stored, because a published result masks the request. Absent in older results. */
  readonly plainness?: Plainness;
  readonly traceId?: string;
  readonly answer: Answer | Lost;
}

/** A violation on one endpoint, with one exchange that shows it and the number of occurrences. */
export interface Finding {
  readonly requirement: string;
  readonly endpoint: string;
  /** The id of a cause of the requirement. */
  readonly cause: string;
  /** What the words for it depend on. */
  readonly facts: Facts;
  /**
   * The endpoints that the requests of a finding of the whole run went to. Absent for others, and
   * in older results.
   */
  readonly at?: readonly string[];
  /** Absent if only the whole run shows it. */
  readonly exchange?: Exhibit;
  /** The accepted exchange that it differs from. */
  readonly accepted?: Exhibit;
  /** How to send requests so that it shows. Absent: this request alone. */
  readonly recipe?: Recipe<Exhibit>;
  /** Absent if no case of a series shows it, and in older results. */
  readonly changes?: Changes;
  /** The number of cases or responses that showed it. */
  readonly count: number;
  /**
   * How often the request was sent again (`of`), and how often the violation recurred (`times`).
   */
  readonly reproduced: Share;
}

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
    ...(shown ? { exchange: exhibit(shown) } : {}),
    ...(violation.accepted ? { accepted: exhibit(violation.accepted) } : {}),
    ...(recipe ? { recipe: withExchanges(recipe, exhibit) } : {}),
    ...(contrast ? { changes: contrast } : {}),
  };
}

const mostBeside = 120;

/** The other members of the object at `place`, if it is in a list, whose elements differ. */
function besideIt({ place }: Facts, exchange: Exchange | undefined): Facts {
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

/** Shortens the facts for a part. */
function shortened(facts: Facts): Facts {
  const short = Object.entries(facts).map(([name, { value, from }]) => [
    name,
    { value: typeof value === 'string' ? excerpt(value, keptText) : value, from },
  ]);
  return Object.fromEntries(short);
}

/** Shortens an exchange for a part. */
export function exhibit({ key, request, traceId, answer }: Exchange): Exhibit {
  const traced = traceId === undefined ? {} : { traceId };
  const stored = {
    key,
    request: storeRequest(request),
    plainness: plainnessOf(request),
    ...traced,
  };
  if ('lost' in answer) return { ...stored, answer };
  const { body, headers } = answer;
  return {
    ...stored,
    answer: {
      ...answer,
      headers: headers
        .slice(0, keptHeaders)
        .map(([name, value]) => [name, excerpt(value, keptHeaderValue)] as const),
      body: {
        ...body,
        ...(body.text === undefined ? {} : { text: excerpt(body.text, keptBody) }),
        ...(body.base64 === undefined ? {} : { base64: excerpt(body.base64, keptBody) }),
      },
    },
  };
}

export type FindingId = Pick<Finding, 'requirement' | 'endpoint' | 'cause' | 'facts'>;

/** Violations with the same id are one finding. */
export const findingId = (found: FindingId): string => `${defectId(found)}|${found.endpoint}`;

/** Joins two findings. Takes the exchange with the plainest request. The order does not matter. */
export function joinFindings(left: Finding, right: Finding): Finding {
  const [first, other] = inOrderOfShowing(left, right) <= 0 ? [left, right] : [right, left];
  const changes = joinChanges(first.changes, other.changes);
  const at = [...new Set([...(left.at ?? []), ...(right.at ?? [])])].sort();
  const joined = { ...(at.length > 0 ? { at } : {}), ...(changes ? { changes } : {}) };
  return { ...first, ...joined, count: first.count + other.count };
}

/**
 * Negative if a report shows the first finding's exchange rather than the second's: the plainer
 * one, then by key.
 */
export function inOrderOfShowing(left: Finding, right: Finding): number {
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

function sightOf({ request, plainness, answer }: Exhibit, { changes }: Finding): Sight {
  const isLost = 'lost' in answer;
  return {
    plainness: plainness ?? plainnessOf(loadRequest(request)),
    isCase: changes !== undefined,
    isLost,
  };
}

/**
 * Serialises every member that `joinFindings` takes from its first argument, except `changes`,
 * which follow from the request. If two findings have the same string, their order does not matter.
 */
const exemplar = ({ count: _count, changes: _changes, at: _at, ...shown }: Finding): string =>
  JSON.stringify(shown);
