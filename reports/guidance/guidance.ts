/** What the specification says about a requirement, and what usually breaks it. */
export interface Guidance {
  /** The sentence of the specification that states the requirement, word for word. */
  readonly statement: string;
  /** Likely causes in a server, the most likely first. */
  readonly causes: readonly Cause[];
}

export interface Cause {
  /** The cause, as a sentence about the server. */
  readonly cause: string;
  /** What to look at in the server's code or configuration, as an instruction. */
  readonly look: string;
}

/** Guidance by the id of the requirement. */
export type GuidanceTable = Readonly<Record<string, Guidance>>;
