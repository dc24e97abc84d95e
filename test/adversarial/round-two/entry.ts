/** A fault that breaks one requirement. */
export interface Defect {
  id: string;
  title: string;
  /** The narrowest requirement. */
  breaks: string;
  /** Requirements that cannot but speak as well. */
  also?: string[];
  /** How a tester sees it from outside. */
  why: string;
}

/** A choice that leaves the implementation correct. */
export interface Variation {
  id: string;
  title: string;
  /** The text that allows it. */
  why: string;
}

// The generic keeps the id's literal type, so that a misspelled toggle does not compile.
export const defect = <const I extends string>(
  id: I,
  breaks: string,
  title: string,
  why: string,
  also?: string[],
): Defect & { id: I } => ({ id, breaks, title, why, ...(also ? { also } : {}) });

export const variation = <const I extends string>(id: I, title: string, why: string): Variation & { id: I } => ({
  id,
  title,
  why,
});
