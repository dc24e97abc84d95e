import { isObject, type Json, member, textsIn } from '../judging/index.ts';

/**
 * Whether `after` may be an edited version of `before`: it keeps all members and their types, and
 * most elements of lists. So it is not filtered, formatted (numbers as strings) or a placeholder
 * (the same string everywhere).
 */
export const isPlausibleEdit = (before: Json, after: Json) =>
  keepsMembers(before, after) &&
  keepsTypes([before], [after]) &&
  !(saysOneThing(after) && !saysOneThing(before));

function saysOneThing(value: Json) {
  const texts = textsIn(value);
  return texts.length >= 3 && new Set(texts).size === 1;
}

function keepsMembers(before: Json, after: Json): boolean {
  // An edit may leave more than half of the elements.
  if (Array.isArray(before))
    return Array.isArray(after) && (after.length * 2 > before.length || before.length === 0);
  if (!isObject(before)) return true;
  if (!isObject(after)) return false;
  return Object.entries(before).every(([name, value]) => {
    const other = after[name];
    return other !== undefined && keepsMembers(value, other);
  });
}

/** null fits any type. */
function keepsTypes(before: readonly Json[], after: readonly Json[]): boolean {
  const [types, others] = [typesOf(before), typesOf(after)];
  if (types.size > 0 && others.size > 0 && ![...types].some((type) => others.has(type)))
    return false;
  const names = new Set(before.filter(isObject).flatMap((one) => Object.keys(one)));
  return (
    [...names].every((name) => keepsTypes(membersOf(before, name), membersOf(after, name))) &&
    (!types.has('array') ||
      keepsTypes(before.filter(Array.isArray).flat(), after.filter(Array.isArray).flat()))
  );
}

function typesOf(values: readonly Json[]) {
  const present = values.filter((value) => value !== null);
  return new Set(present.map((value) => (Array.isArray(value) ? 'array' : typeof value)));
}

const membersOf = (values: readonly Json[], name: string) =>
  values.map((one) => member(one, name)).filter((one) => one !== undefined);
