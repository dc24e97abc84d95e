export type Argument = { readonly variable: string } | { readonly literal: string };

export interface FieldNode {
  readonly name: string;
  readonly key: string;
  readonly args: ReadonlyMap<string, Argument>;
  readonly include: string | undefined;
  readonly select: readonly Selection[];
}

export interface FragmentNode {
  readonly on: string | undefined;
  readonly select: readonly Selection[];
}

export type Selection = FieldNode | FragmentNode;

const lexemes = /\.\.\.|[A-Za-z_]\w*|[{}():$@!=[\]]/g;

class Parser {
  readonly #tokens: readonly string[];
  readonly #fragments = new Map<string, FragmentNode>();
  #at = 0;

  constructor(text: string) {
    this.#tokens = text.match(lexemes) ?? [];
  }

  document(): readonly Selection[] {
    while (this.#peek() === 'fragment') {
      this.#take('fragment');
      const name = this.#next();
      this.#take('on');
      const on = this.#next();
      this.#fragments.set(name, { on, select: this.#selection() });
    }
    while (this.#peek() !== '{') this.#next();
    return this.#selection();
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at];
  }

  #next(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new SyntaxError('Unexpected <EOF>.');
    this.#at += 1;
    return token;
  }

  #take(token: string): void {
    const found = this.#next();
    if (found !== token) throw new SyntaxError(`Expected "${token}", found "${found}".`);
  }

  #has(token: string): boolean {
    if (this.#peek() !== token) return false;
    this.#at += 1;
    return true;
  }

  #selection(): readonly Selection[] {
    const list: Selection[] = [];
    this.#take('{');
    while (!this.#has('}')) list.push(this.#has('...') ? this.#spread() : this.#field());
    return list;
  }

  #spread(): FragmentNode {
    if (this.#has('on')) return { on: this.#next(), select: this.#selection() };
    const name = this.#next();
    const fragment = this.#fragments.get(name);
    if (fragment === undefined) throw new SyntaxError(`Unknown fragment "${name}".`);
    return fragment;
  }

  #field(): FieldNode {
    const key = this.#next();
    const name = this.#has(':') ? this.#next() : key;
    const args = this.#arguments();
    let include: string | undefined;
    if (this.#has('@')) {
      this.#take('include');
      const condition = this.#arguments().get('if');
      if (condition !== undefined && 'variable' in condition) include = condition.variable;
    }
    return { name, key, args, include, select: this.#peek() === '{' ? this.#selection() : [] };
  }

  #arguments(): Map<string, Argument> {
    const args = new Map<string, Argument>();
    if (!this.#has('(')) return args;
    while (!this.#has(')')) {
      const name = this.#next();
      this.#take(':');
      args.set(name, this.#has('$') ? { variable: this.#next() } : { literal: this.#next() });
    }
    return args;
  }
}

export const parse = (text: string): readonly Selection[] => new Parser(text).document();
