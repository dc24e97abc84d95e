import {
  type DeclaredEndpoint,
  declaredId,
  defined,
  emptyProfile,
  type JsonSchema,
  type Profile,
} from '../engine.ts';
import { checkEndpoints, routeOf } from './check-endpoints.ts';
import { askOr, didYouMean } from './did-you-mean.ts';
import type { Draft } from './draft.ts';
import type { ProfileConfig } from './file-config.ts';
import { quoted } from './found.ts';
import { readSchema } from './read-schema.ts';

/** Does not check that ids exist: the caller has the catalogue. */
export async function checkProfile(draft: Draft): Promise<Profile> {
  const { addressReadBack, endpoints: _endpoints, ...profile } = draft.values.profile ?? {};
  const { scopes = {}, successStatus = {}, userCreation } = profile;
  const responseSchemas = await readSchemas(draft);
  if (profile.order) checkIsin(draft, profile.order.isin);
  const declared = await checkEndpoints(draft);
  checkNew(draft, profile, declared);
  const pins = { scopes, successStatus, responseSchemas };
  const endpoints = declared.map((endpoint) => withPins(draft, endpoint, pins));
  if (addressReadBack) checkStep(draft, 'addressReadBack', 'read', endpoints);
  if (userCreation) checkStep(draft, 'userCreation', 'write', endpoints);
  return {
    ...emptyProfile,
    ...defined(profile),
    ...defined({
      addressReadBack: addressReadBack && { address: '', ...defined(addressReadBack) },
    }),
    responseSchemas,
    endpoints,
  };
}

async function readSchemas(draft: Draft) {
  const schemas: Record<string, JsonSchema> = {};
  for (const [id, given] of Object.entries(draft.values.profile?.responseSchemas ?? {})) {
    const schema = await readSchema(draft, ['profile', 'responseSchemas', id], given);
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
  const accepted = 'an ISIN with its check digit';
  draft.refuse('profile.order.isin', found, accepted, 'Correct the ISIN.');
}

/** A declared endpoint is no guide endpoint, and has no method that the target lacks. */
function checkNew(
  draft: Draft,
  { guidePath: path = '', absentMethods = [] }: ProfileConfig,
  declared: readonly DeclaredEndpoint[],
) {
  const guide = routeOf({ method: 'GET', path });
  const twin = declared.findIndex((endpoint) => routeOf(endpoint) === guide);
  if (twin !== -1) {
    const found = 'the guide endpoint, which profile.guidePath names';
    const accepted = 'endpoints that the specification does not define';
    const place = ['profile', 'endpoints', String(twin)];
    draft.refuse(place, found, accepted, 'Remove the endpoint.');
  }
  for (const endpoint of declared) {
    const { method } = endpoint;
    if (!absentMethods.includes(method)) continue;
    const found = `${method}, which ${declaredId(endpoint)} has`;
    const accepted = 'methods that no endpoint has';
    draft.refuse('profile.absentMethods', found, accepted, `Remove ${method}.`);
  }
}

function withPins(
  draft: Draft,
  endpoint: DeclaredEndpoint,
  pins: Pick<Profile, 'scopes' | 'successStatus' | 'responseSchemas'>,
) {
  const id = declaredId(endpoint);
  const status = pins.successStatus[id];
  const responseSchema = pins.responseSchemas[id];
  const twice = (key: string, member: string) =>
    draft.refuse(
      ['profile', key, id],
      `a value, although the endpoint declares response.${member}`,
      'one declaration of it',
      `Remove it, and correct response.${member} of the endpoint.`,
    );
  if (status !== undefined && endpoint.statuses.length > 0) twice('successStatus', 'statuses');
  if (responseSchema !== undefined && endpoint.responseSchema !== undefined)
    twice('responseSchemas', 'schema');
  return {
    ...endpoint,
    ...defined({ statuses: status === undefined ? undefined : [status], responseSchema }),
    scopes: [...new Set([...endpoint.scopes, ...(pins.scopes[id] ?? [])])],
  };
}

function checkStep(
  draft: Draft,
  step: 'addressReadBack' | 'userCreation',
  safety: 'read' | 'write',
  endpoints: readonly DeclaredEndpoint[],
) {
  const { endpoints: all, [step]: { endpoint: id = '' } = {} } = draft.values.profile ?? {};
  const endpoint = endpoints.find((candidate) => declaredId(candidate) === id);
  const user = safety === 'read' ? ' and takes a user' : '';
  const refuse = (found: string, cure: string) =>
    draft.refuse(
      `profile.${step}.endpoint`,
      found,
      `a declared endpoint that ${safety}s${user}`,
      cure,
    );
  if (endpoint) {
    if (endpoint.safety !== safety)
      refuse(
        `${id}, whose safety is ${endpoint.safety}`,
        `Name one that ${safety}s, or correct its safety.`,
      );
    else if (user && !endpoint.takesUser)
      refuse(`${id}, which takes no user`, 'Name one that takes a user, or correct its takesUser.');
    // If one endpoint has a member of the wrong type, the schema check reported it and dropped the
    // list.
  } else if (all || !draft.given('profile.endpoints')) {
    const meant = didYouMean(id, endpoints.map(declaredId));
    const cure = askOr('Declare it in profile.endpoints.', meant);
    refuse(`${quoted(id)}, which profile.endpoints does not declare`, cure);
  }
}
