import { type Answered, isObject, jsonObject } from '../../engine/index.ts';

/** The message of an ApiError, or undefined. */
export function messageOf(answered: Answered): string | undefined {
  const error = jsonObject(answered)?.['error'];
  const message = isObject(error) ? error['message'] : undefined;
  return typeof message === 'string' ? message : undefined;
}

const absent =
  /\bnot\s+(be\s+|been\s+)?(found|exist|exists|known|registered|recognised|recognized)\b|n't\s+exist|\bunknown\b|\bno\s+(such\s+)?(user|customer|account)\b|\b(non ?existent|nonexisting|missing)\b/i;
const subject = /\b(users?|customers?|accounts?|x user id|user id)\b/i;

/** Whether the ApiError says, in whatever words or as a code such as USER_NOT_FOUND, that the user is unknown. */
export function saysUserNotFound(answered: Answered): boolean {
  const message = messageOf(answered);
  if (message === undefined) return false;
  const text = message.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ');
  return subject.test(text) && absent.test(text);
}
