/** Raised by dependencies and handlers; the exception handler makes an ApiError of it. */
export class Refusal extends Error {
  readonly status: number;
  readonly kind: string;
  description: string | null;

  constructor(status: number, kind: string, message: string, description: string | null = null) {
    super(message);
    this.status = status;
    this.kind = kind;
    this.description = description;
  }
}
