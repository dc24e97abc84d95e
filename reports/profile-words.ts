import type { Result } from '../engine/result.ts';
import { counted, present } from './counted.ts';

type Profile = Result['profile'];

export function settingsOf(profile: Profile): readonly string[] {
  const { guidePath, guideOrder, malformedUserStatus, successStatus, responseSchemas, scopes } =
    profile;
  const { addresses, order, addressReadBack, userCreation, absentMethods } = profile;
  return present(
    guidePath !== undefined && `The path of a guide is ${guidePath}.`,
    guideOrder && `The order of the guides is ${guideOrder.join(', ')}.`,
    malformedUserStatus !== undefined && `A malformed x-user-id gets ${malformedUserStatus}.`,
    ...Object.entries(successStatus).map(
      ([endpoint, status]) => `${endpoint} succeeds with ${status}.`,
    ),
    ...Object.keys(responseSchemas).map(
      (endpoint) => `The response of ${endpoint} conforms to a declared schema.`,
    ),
    ...Object.entries(scopes).map(
      ([endpoint, names]) => `${endpoint} requires ${names.join(' and ')}.`,
    ),
    addresses &&
      `The run sends ${counted(addresses.length, 'address', 'addresses')} of the operator.`,
    order && 'The run sends an order of the operator.',
    addressReadBack &&
      `${addressReadBack.endpoint} returns the stored address ` +
        `as ${pointerWords(addressReadBack.address)}.`,
    userCreation &&
      `${userCreation.endpoint} creates users and returns the id ` +
        `as ${pointerWords(userCreation.id)}.`,
    absentMethods.length > 0 &&
      `No endpoint supports the method${absentMethods.length === 1 ? '' : 's'} ` +
        `${absentMethods.join(', ')}.`,
  );
}

const pointerWords = (pointer: string) =>
  pointer === '' ? 'the whole response' : `the member ${pointer}`;
