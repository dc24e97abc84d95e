import type { Habits } from './habits.ts';
import { besideData, openShapes } from './habits-bodies.ts';
import { freshHabits, serviceHabits } from './habits-service.ts';
import { textHabits } from './habits-texts.ts';
import type { Variation } from './types.ts';

const titles: Readonly<Record<string, string>> = {
  'typename-in-every-object': 'Every object of a success begins with the name of its type, __typename.',
  'traces-in-extensions': 'Every success carries extensions with a trace in base64 and a duration, others each time.',
  'no-errors-are-an-empty-list': 'Every success has a list of errors beside its data, which is empty.',
  'increments-have-ended': 'Every success says that no increments follow, with an empty list, a null and hasNext.',
  'hints-of-other-lifetimes-in-the-body':
    'Every success carries hints of caching for its fields, with lifetimes unlike that of the whole.',
  'viewer-beside-the-data': 'Every success tells the viewer beside its data, with an error that is null.',
  'cost-is-told-and-counted-down':
    'Every success tells what the operation cost and what is left of the budget, less each time.',
  'cash-named-by-arguments': 'Cash is named by fields with their arguments, as a cache keeps them.',
  'cash-is-a-connection': 'Cash is a connection of edges, one of them null, with a page that tells its cursors.',
  'portfolios-are-a-normalised-store':
    'Portfolios are a normalised store, entities by type and key with references to them.',
  'portfolios-are-entities': 'Portfolios are a list of entities of several types, one of which was not found.',
  'insights-are-an-introspection': 'Analyst insights come as the introspection of a schema.',
  'insights-in-definition-language': 'Analyst insights are one JSON text in the definition language of the graph.',
  'insights-are-partial-data':
    'Analyst insights are partial data, with a null and a list of errors that tells of a 504 beside it.',
  'cash-with-a-null-and-its-error': 'Cash lists a null among its accounts and the error that made it, with status 200.',
  'insights-shaped-by-the-reader': 'Analyst insights are an object for one reader and a list of texts for the other.',
  'insights-null-without-the-scope':
    'A token without service:nbg gets analyst insights as null beside an error, with status 200.',
  'order-answered-with-user-errors':
    'An order is answered with the payload of a mutation, whose list of user errors holds a warning.',
  'order-answered-with-a-subscription':
    'An order is answered with 202 and the address of a subscription that will tell of it.',
  'update-answered-with-a-union-member':
    'An address update is answered with a member of a union that has null for the address.',
  'update-answered-with-warnings-in-errors':
    'An address update is answered with 200 and a list of errors that holds a warning.',
  'full-guide-is-a-node-of-fragments': 'A full guide is a node with a list of fragments in place of members.',
  'full-guide-comes-in-increments': 'A full guide is its head and a list of increments with their paths, in one body.',
  'all-languages-under-aliases': 'Guides carry titles in further languages under aliases besides, one of them null.',
  'keys-are-global-ids': 'Keys of guides are global object ids, type and id in base64.',
  'titles-hold-operations': 'Titles of guides hold operations of the graph, with directives, variables and a comment.',
  'descriptions-are-block-strings':
    'Descriptions of guides are block strings with their quotation marks and indentation.',
  'translations-differ-in-a-language-tag': 'Titles in two languages differ in a tag of the language only.',
  'guides-of-three-types':
    'Guides are of three types, whose further members bear the same names and are of other types.',
  'labels-in-screaming-snake-case': 'Labels of sentiment are names of an enumeration in capitals with underscores.',
  'assets-are-global-ids': 'Assets are identified by global object ids in base64.',
  'amounts-are-input-literals': 'Amounts are literals of an input object with braces, a scale and a currency.',
  'chart-labels-are-field-calls': 'Chart labels are fields with arguments and a directive in the second line.',
  'days-are-edges-besides':
    'Daily summaries have cursors and a null node besides, and a page that says there are more.',
  'performers-of-three-types':
    'Performers are of three types, whose further members bear the same names and are of other types.',
  'groups-are-connections-besides':
    'Groups of notifications are connections besides, with edges and a count of all that there might be.',
  'further-ids-are-future-values':
    'A further group and notification are called what a client calls values added in the future.',
  'graphql-response-media-type': 'All answers, refusals too, are application/graphql-response+json.',
  'plan-in-a-header-field':
    'Successes tell the plan of the operation in a field with braces and quotation marks, which is empty on refusals.',
  'two-stitched-graphs':
    'The two users live in two graphs, one of which orders members otherwise, is slower and names another media type.',
  'whole-subgraph-wants-the-scope':
    'The whole subgraph of Learn wants service:nbg, insights and single guides included.',
  'errors-have-the-form-of-the-graph-besides':
    'Errors have the form of the graph besides, whose extensions tell of another status.',
  'messages-name-variables-and-types':
    'Messages begin with the variable and the type that were not met, in quotation marks.',
  'unknown-members-get-a-suggestion':
    'Unknown members of an address are refused with the question whether another was meant.',
  'descriptions-print-the-source':
    'Descriptions of errors print an excerpt of the operation with line numbers and a caret.',
  'token-answer-is-a-union-member':
    'The token answer is a member of a union, names its type and has the other member with nulls.',
  'token-refusals-in-the-form-of-the-graph':
    'The token endpoint refuses with data and a list of errors and without a member error.',
  'token-refusals-are-union-members': 'The token endpoint refuses everything with 422 and a member of a union.',
  'grants-in-flight-share-a-token': 'Grants of one client that are asked for within a moment share one token.',
  'scopes-in-disjunctive-form':
    'Tokens carry scopes as a list of lists called policy, of which the first holds what was granted.',
  'read-back-by-operation-hash': 'The address is read back by the hash of a persisted operation, from below a node.',
  'read-back-among-entities':
    'The address is read back from a list of entities, behind a null and in front of a null address.',
  'read-back-lines-are-nodes': 'The lines of the address that is read back are nodes of a list.',
  'reads-by-post': 'What is read is answered to POST as well as to GET.',
  'batches-of-four': 'Requests wait until four are there or nine milliseconds have passed, and go on together.',
  'bucket-of-points-is-empty': 'Every 83rd request finds the bucket of points empty: 429 with a Retry-After of nought.',
  'heartbeats-before-the-answer':
    'Line feeds are sent as heartbeats before the JSON of a success, and the body is chunked.',
  'nulls-refused-absent-accepted': 'Members of an address may be absent and may not be null.',
  'lines-are-of-the-type-id':
    'Lines of an address are of the type ID, to which whole numbers are texts and other scalars are not.',
  'refusals-are-graph-responses': 'Refusals have a media type of the graph, and successes that of JSON.',
};

export const variations: readonly Variation[] = Object.entries(titles).map(([id, title]) => ({ id, title }));

const fixed: Readonly<Record<string, Habits>> = { ...besideData, ...openShapes, ...textHabits, ...serviceHabits };

export function habitsOf(toggle: string | undefined): Habits {
  if (toggle === undefined) return {};
  return freshHabits[toggle]?.() ?? fixed[toggle] ?? {};
}
