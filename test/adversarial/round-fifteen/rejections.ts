type Kind =
  | 'credentials-missing'
  | 'credentials-refused'
  | 'scope-missing'
  | 'user-missing'
  | 'user-malformed'
  | 'user-unknown'
  | 'denied'
  | 'media-type'
  | 'malformed-json'
  | 'validation'
  | 'guide-malformed'
  | 'guide-unknown'
  | 'route'
  | 'method'
  | 'too-large'
  | 'busy'
  | 'crash';

const statuses: Readonly<Record<Kind, number>> = {
  'credentials-missing': 401,
  'credentials-refused': 401,
  'scope-missing': 403,
  'user-missing': 400,
  'user-malformed': 400,
  'user-unknown': 404,
  denied: 403,
  'media-type': 415,
  'malformed-json': 400,
  validation: 400,
  'guide-malformed': 400,
  'guide-unknown': 404,
  route: 404,
  method: 405,
  'too-large': 413,
  busy: 503,
  crash: 500,
};

/** Why a directive did not let a request through. */
export class Rejection extends Error {
  readonly kind: Kind;
  readonly status: number;
  /** What exactly was at fault: a member of a body, or a property of a token. */
  readonly fault: string | undefined;

  constructor(kind: Kind, message: string, more: { readonly status?: number; readonly fault?: string } = {}) {
    super(message);
    this.kind = kind;
    this.status = more.status ?? statuses[kind];
    this.fault = more.fault;
  }

  with(status: number, message: string = this.message): Rejection {
    return new Rejection(this.kind, message, this.fault === undefined ? { status } : { status, fault: this.fault });
  }
}
