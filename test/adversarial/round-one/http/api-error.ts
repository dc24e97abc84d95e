/** A refusal that the API explains to its caller. */
export class ApiError extends Error {
  readonly status: number;
  readonly description: string | string[] | null;
  /** What the caller sent; it goes to the log and not into the answer. */
  readonly received: string | undefined;

  constructor(status: number, message: string, description: string | string[] | null = null, received?: string) {
    super(message);
    this.status = status;
    this.description = description;
    this.received = received;
  }
}
