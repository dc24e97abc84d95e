/** What the hints of all resolved fields leave of caching: the least lifetime and the narrowest scope. */
export class Policy {
  #maxAge: number | undefined;
  #personal = false;

  restrict(maxAge: number | undefined, personal: boolean): void {
    if (maxAge !== undefined) this.#maxAge = Math.min(this.#maxAge ?? maxAge, maxAge);
    this.#personal ||= personal;
  }

  toString(): string {
    const scope = this.#personal ? 'private' : 'public';
    const stored = this.#maxAge !== undefined && this.#maxAge > 0;
    return stored ? `max-age=${this.#maxAge}, ${scope}` : `${scope}, no-store`;
  }
}
