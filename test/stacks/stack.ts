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
  /** Reports about the stack in all its forms. */
  readonly reasons?: Reasons;
  /** Other correct forms of the stack, by id. */
  readonly variations: Readonly<Record<string, Toggle>>;
  /** What a developer or operator did wrong, one thing each, by id. */
  readonly faults: Readonly<Record<string, Fault>>;
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

/** By requirement, why it reports what is not wrong: a sentence of the specification or an RFC. */
export type Reasons = Readonly<Record<string, string>>;

/** One change to the stack: its title, or what explains its results beside the title. */
export type Toggle =
  | string
  | {
      readonly title: string;
      readonly reasons?: Reasons;
      /** Requirements whose outcome depends on chance. The results leave them out. */
      readonly mayFail?: readonly string[];
    };

export type Fault =
  | string
  | (Exclude<Toggle, string> & {
      /** CVE, issue, or sentence of an RFC. */
      readonly source?: string;
      /** Why no requirement reports it. */
      readonly unfound?: string;
    });

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
