/** A directive of Cache-Control (RFC 9111 section 5.2, RFC 9110 section 5.6). */
export interface Directive {
  /** In lower case. */
  readonly name: string;
  /** Unquoted and unescaped; undefined if there is none. */
  readonly argument?: string;
  readonly quoted: boolean;
}

/** In the order of the header. Directives may repeat. */
export interface CacheControl {
  readonly directives: readonly Directive[];
  /** The first violation of the grammar. `directives` has those before it. */
  readonly problem?: string;
}

const tokenPattern = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/y;
const quotedPattern = /"((?:[\t \x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t \x21-\x7e\x80-\xff])*)"/y;
const whiteSpace = /[\t ]*/y;

/** Parses a field value, its lines joined by a comma. Never throws. */
export function parseCacheControl(value: string): CacheControl {
  const directives: Directive[] = [];
  let at = 0;
  const read = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(value);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const broken = (what: string): CacheControl => ({
    directives,
    problem: `${what} at position ${at + 1}`,
  });
  while (at < value.length) {
    read(whiteSpace);
    if (at === value.length) break;
    if (value[at] === ',') {
      at++;
      continue;
    }
    const name = read(tokenPattern)?.[0].toLowerCase();
    if (name === undefined) return broken('no directive name');
    if (value[at] === '=') {
      at++;
      const quoted = value[at] === '"';
      const found = read(quoted ? quotedPattern : tokenPattern);
      if (!found)
        return broken(
          quoted
            ? `the quoted argument of ${name} is not well-formed`
            : `${name} has = and no argument`,
        );
      const argument = quoted ? (found[1] ?? '').replace(/\\(.)/gs, '$1') : found[0];
      directives.push({ name, argument, quoted });
    } else {
      directives.push({ name, quoted: false });
    }
    read(whiteSpace);
    if (at < value.length && value[at] !== ',') return broken(`no comma after ${name}`);
  }
  return { directives };
}

/** There may be several with different arguments. */
export function directivesNamed(control: CacheControl, name: string): readonly Directive[] {
  return control.directives.filter((directive) => directive.name === name);
}

/** `private="x"` and `no-cache="x"` apply only to those fields. */
export function unqualified(control: CacheControl, name: string): boolean {
  return directivesNamed(control, name).some(({ argument }) => argument === undefined);
}

/** delta-seconds (RFC 9111 section 1.2.2), quoted or not. Undefined if it is not a number. */
export function seconds({ argument }: Directive): number | undefined {
  return argument !== undefined && /^\d+$/.test(argument) ? Number(argument) : undefined;
}
