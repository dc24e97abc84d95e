import type { Mechanism } from '../../fixtures/faults/mechanisms.ts';

/**
 * A stack implements the specification on software that people run. It serves `content.json` and
 * `guides.ts`:
 * - A server process reads PORT, STACK_CONTENT (a file), STACK_JWKS_URL, STACK_ISSUER,
 * STACK_AUDIENCE, STACK_FOLDER (its
 *   own, removed at the end) and STACK_TOGGLE: the id of one variation or fault, or empty. It
 * listens on 127.0.0.1:PORT,
 *   stays in the foreground, and is ready once any GET gets a response. It runs until it is killed,
 * workers included
 *   (`processes.ts`): no daemon, no setsid. If it dies, it is started again.
 * - It checks the token (401 with WWW-Authenticate), then the scope (403), then x-user-id (400,
 * unknown 404, on
 *   /daily-summaries 401 with `User not found`), then the request. Every error is an ApiError.
 * `summariesDenied`: 403.
 * - Paths: those of the specification without a prefix; the full guide at /learning-guides/{id}
 * (x-user-id optional,
 *   `{...summary, chapters}`); and GET /users/me, which returns `{ address }` of the user.
 * - The listing has `Cache-Control: private, max-age=1800` and `Vary: x-user-id`, other data
 * `no-store`.
 */
export interface Stack {
  readonly id: string;
  /** The parts of the stack, such as `Fastify 5 with @fastify/jwt`. */
  readonly title: string;
  readonly needs: Needs;
  readonly variations: readonly Variation[];
  readonly faults: readonly Fault[];
  /**
   * Warnings of the stack as written and of every variation, each with the sentence that it rests
   * on.
   */
  readonly warns?: Warnings;
  /** Starts it with the variation or fault of that id, or as written. */
  readonly start: (toggle?: string) => Promise<Target>;
}

/** Required packages: npm packages of test/stacks/package.json, or Debian packages. */
export interface Needs {
  readonly npm?: readonly string[];
  readonly debian?: readonly string[];
  /** A command that succeeds only if the Debian packages are there. */
  readonly probe?: readonly string[];
}

/** Requirement, then the sentence of the specification or an RFC. */
export type Warnings = Readonly<Record<string, string>>;

/** Another correct form of the stack. */
export interface Variation {
  readonly id: string;
  readonly title: string;
  readonly warns?: Warnings;
}

/** One thing that a developer or operator did wrong. */
export interface Fault {
  readonly id: string;
  readonly title: string;
  /** The kind of mistake, from the closed list of the corpus. */
  readonly mechanism: Mechanism;
  /** The requirement that reports it. */
  readonly breaks: string;
  /** Requirements that may report it as well, with good reason. */
  readonly mayFail?: readonly string[];
  /** CVE, issue, or sentence of an RFC. */
  readonly source?: string;
  /** Why `breaks` does not report it. Stale if it does. */
  readonly unfound?: string;
  /** Requirements that report it without a good reason, and why they do. Stale if one does not. */
  readonly alsoFails?: Readonly<Record<string, string>>;
}

export interface Credentials {
  readonly id: string;
  readonly secret: string;
}

/** A started stack, with the facts that its operator knows. */
export interface Target {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly jwksUrl: string;
  readonly audience: string;
  readonly clients: { readonly scoped: Credentials; readonly unscoped: Credentials };
  readonly users: { readonly first: string; readonly second: string; readonly denied: string };
  readonly expiredToken: string;
  readonly otherAudienceToken: string;
  /** Ends all its processes and removes its folder. */
  readonly close: () => Promise<void>;
}
