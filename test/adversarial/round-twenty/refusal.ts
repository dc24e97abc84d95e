export class Refusal extends Error {
  readonly status: number;
  readonly description: unknown;
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  readonly reason: string;
  constructor(
    status: number,
    reason: string,
    message: string,
    description: unknown = null,
    fields: Readonly<Record<string, string | readonly string[]>> = {},
  ) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.description = description;
    this.fields = fields;
  }
}
