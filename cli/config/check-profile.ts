import { type DeclaredEndpoint, declaredId, type JsonSchema, type Profile } from '../engine.ts';
import { checkEndpoints, routeOf } from './check-endpoints.ts';
import { didYouMean } from './did-you-mean.ts';
import type { Draft } from './draft.ts';
import { quoted } from './found.ts';
import { given } from './layer.ts';
import { readSchema } from './read-schema.ts';

const present: ReadonlySet<string> = new Set(['GET', 'POST', 'PATCH']);
/** The specification states their status and shape, so a profile must not. */
const specified: ReadonlySet<string> = new Set([
  'GET /learn/learning-guides',
  'GET /daily-summaries',
  'GET /b2b/notification-settings',
]);

/** Does not check that ids exist: the caller has the catalogue. */
export async function checkProfile(draft: Draft): Promise<Profile> {
  const { profile = {} } = draft.values;
  const { scopes = {}, successStatus = {}, absentMethods = [], waivers = [] } = profile;
  const { guidePath, guideOrder, malformedUserStatus, addresses, order } = profile;
  checkStatuses(draft, successStatus);
  const responseSchemas = await checkSchemas(draft);
  if (order) checkIsin(draft, order.isin);
  const declared = await checkEndpoints(draft);
  if (guidePath !== undefined) checkGuidePath(draft, guidePath, declared);
  checkMethods(draft, absentMethods, declared);
  const endpoints = declared.map((endpoint) =>
    withPins(draft, endpoint, { scopes, successStatus, responseSchemas }),
  );
  const addressReadBack = readBack(draft, endpoints);
  const userCreation = creation(draft, endpoints);
  return {
    ...given({ guidePath, guideOrder, malformedUserStatus, successStatus, responseSchemas }),
    scopes,
    ...given({ addresses, order, addressReadBack, userCreation }),
    endpoints,
    absentMethods,
    waivers,
  };
}

function checkStatuses(draft: Draft, successStatus: Profile['successStatus']) {
  for (const [id, status] of Object.entries(successStatus)) {
    if (!specified.has(id) || status === 200) continue;
    const cure = `Remove it: the specification states the status of ${id}.`;
    draft.refuse(['profile', 'successStatus', id], String(status), '200', cure);
  }
}

async function checkSchemas(draft: Draft) {
  const branch = ['profile', 'responseSchemas'];
  const schemas: Record<string, JsonSchema> = {};
  for (const [id, given] of Object.entries(draft.values.profile?.responseSchemas ?? {})) {
    if (specified.has(id)) {
      const accepted = 'endpoints for which the specification states no shape';
      const cure = `Remove it: the specification states the shape of ${id}.`;
      draft.refuse(
        [...branch, id],
        'a schema for an endpoint whose shape is specified',
        accepted,
        cure,
      );
    }
    const schema = await readSchema(draft, [...branch, id], given);
    if (schema !== undefined) schemas[id] = schema;
  }
  return schemas;
}

/** ISO 6166: the Luhn sum over the digits, letters counting as 10 to 35, is a multiple of ten. */
function checkIsin(draft: Draft, isin: string) {
  const digits = [...isin].map((char) => Number.parseInt(char, 36)).join('');
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  if (sum % 10 === 0) return;
  const found = `${quoted(isin)}, whose check digit is wrong`;
  draft.refuse(
    ['profile', 'order', 'isin'],
    found,
    'an ISIN with its check digit',
    'Correct the ISIN.',
  );
}

function checkGuidePath(draft: Draft, guidePath: string, declared: readonly DeclaredEndpoint[]) {
  const guide = routeOf({ method: 'GET', path: guidePath });
  const twin = declared.findIndex((endpoint) => routeOf(endpoint) === guide);
  if (twin === -1) return;
  const found = 'the guide endpoint, which profile.guidePath names';
  const accepted = 'endpoints that the specification does not define';
  draft.refuse(['profile', 'endpoints', String(twin)], found, accepted, 'Remove the endpoint.');
}

function checkMethods(
  draft: Draft,
  absent: readonly string[],
  declared: readonly DeclaredEndpoint[],
) {
  for (const method of absent) {
    const user = declared.find((endpoint) => endpoint.method === method);
    if (!present.has(method) && !user) continue;
    const found = user
      ? `${method}, which ${declaredId(user)} has`
      : `${method}, which an endpoint has`;
    draft.report(
      'profile.absentMethods',
      'methods that no endpoint has',
      `Remove ${method}.`,
      found,
    );
  }
}

function withPins(
  draft: Draft,
  endpoint: DeclaredEndpoint,
  {
    scopes,
    successStatus,
    responseSchemas,
  }: Pick<Profile, 'scopes' | 'successStatus' | 'responseSchemas'>,
) {
  const id = declaredId(endpoint);
  const status = successStatus[id];
  const responseSchema = responseSchemas[id];
  if (status !== undefined && endpoint.statuses.length > 0) {
    const accepted = 'one declaration of the statuses';
    const cure = 'Remove it, and correct response.statuses of the endpoint.';
    draft.refuse(
      ['profile', 'successStatus', id],
      'a status that profile.endpoints declares as well',
      accepted,
      cure,
    );
  }
  if (responseSchema !== undefined && endpoint.responseSchema !== undefined) {
    const accepted = 'one declaration of the schema';
    const cure = 'Remove it, and correct response.schema of the endpoint.';
    draft.refuse(
      ['profile', 'responseSchemas', id],
      'a schema that profile.endpoints declares as well',
      accepted,
      cure,
    );
  }
  return {
    ...endpoint,
    ...given({ statuses: status === undefined ? undefined : [status], responseSchema }),
    scopes: [...new Set([...endpoint.scopes, ...(scopes[id] ?? [])])],
  };
}

function readBack(draft: Draft, endpoints: readonly DeclaredEndpoint[]) {
  const wanted = draft.values.profile?.addressReadBack;
  if (!wanted) return undefined;
  const key = 'profile.addressReadBack';
  const accepted = 'a declared endpoint that reads and takes a user';
  const endpoint = named(draft, key, wanted.endpoint, endpoints, accepted);
  if (endpoint && endpoint.safety !== 'read') {
    const cure = 'Name one that reads, or correct its safety.';
    draft.report(
      `${key}.endpoint`,
      accepted,
      cure,
      `${wanted.endpoint}, whose safety is ${endpoint.safety}`,
    );
  } else if (endpoint && !endpoint.takesUser) {
    const cure = 'Name one that takes a user, or correct its takesUser.';
    draft.report(`${key}.endpoint`, accepted, cure, `${wanted.endpoint}, which takes no user`);
  }
  return { endpoint: wanted.endpoint, address: wanted.address ?? '' };
}

function creation(draft: Draft, endpoints: readonly DeclaredEndpoint[]) {
  const wanted = draft.values.profile?.userCreation;
  if (!wanted) return undefined;
  const key = 'profile.userCreation';
  const accepted = 'a declared endpoint that writes';
  const endpoint = named(draft, key, wanted.endpoint, endpoints, accepted);
  if (endpoint && endpoint.safety !== 'write') {
    const cure = 'Name one that writes, or correct its safety.';
    draft.report(
      `${key}.endpoint`,
      accepted,
      cure,
      `${wanted.endpoint}, whose safety is ${endpoint.safety}`,
    );
  }
  return wanted;
}

function named(
  draft: Draft,
  key: string,
  id: string,
  endpoints: readonly DeclaredEndpoint[],
  accepted: string,
) {
  const endpoint = endpoints.find((candidate) => declaredId(candidate) === id);
  // If one endpoint has a member of the wrong type, the schema check reported it and dropped the
  // list.
  const isFaulty =
    draft.given('profile.endpoints') && draft.values.profile?.endpoints === undefined;
  if (endpoint || isFaulty) return endpoint;
  const meant = didYouMean(id, endpoints.map(declaredId));
  const cure = meant === undefined ? 'Declare it in profile.endpoints.' : `Did you mean ${meant}?`;
  draft.report(
    `${key}.endpoint`,
    accepted,
    cure,
    `${quoted(id)}, which profile.endpoints does not declare`,
  );
  return undefined;
}
