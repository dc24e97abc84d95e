/** A value, or the reason why there is none. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string };

export const success = <T>(value: T): Result<T> => ({ ok: true, value });
export const failure = (why: string): Result<never> => ({ ok: false, why });
