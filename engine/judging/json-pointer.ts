import { isObject, type Json } from './answer.ts';

/** RFC 6901. Undefined if there is no value. */
export function atPointer(value: Json | undefined, pointer: string): Json | undefined {
  let at = value;
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) at = /^(0|[1-9]\d*)$/.test(name) ? at[Number(name)] : undefined;
    else at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return at;
}
