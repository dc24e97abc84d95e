/** One way to break one requirement. */
export interface Defect {
  readonly id: string;
  readonly title: string;
  /** The narrowest requirement that it breaks. */
  readonly breaks: string;
  /** The requirements that cannot help but speak as well. */
  readonly also?: readonly string[];
  /** How somebody outside can see it. */
  readonly why: string;
}

/** One way to be different and equally correct. */
export interface Variation {
  readonly id: string;
  readonly title: string;
  /** The text that allows it. */
  readonly why: string;
}
