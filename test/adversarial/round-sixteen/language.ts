/** The little language of the platform: paths, literals, comparisons, and/or/not, +, calls. */
export type Scope = Record<string, unknown>;
export type Fn = (scope: Scope, ...args: unknown[]) => unknown;
export type Expression = (scope: Scope, functions: Record<string, Fn>) => unknown;

interface Lexeme {
  kind: 'number' | 'text' | 'name' | 'sign';
  value: string;
}

function split(source: string): Lexeme[] {
  const lexeme = /\s*(?:(\d+(?:\.\d+)?)|'([^']*)'|([A-Za-z_][\w.]*)|(<=|>=|<>|[=<>+(),]))/y;
  const found: Lexeme[] = [];
  const text = source.trim();
  while (lexeme.lastIndex < text.length) {
    const at = lexeme.lastIndex;
    const hit = lexeme.exec(text);
    if (!hit) throw new Error(`no expression at ${at}: ${text}`);
    if (hit[1] !== undefined) found.push({ kind: 'number', value: hit[1] });
    else if (hit[2] !== undefined) found.push({ kind: 'text', value: hit[2] });
    else if (hit[3] !== undefined) found.push({ kind: 'name', value: hit[3] });
    else found.push({ kind: 'sign', value: hit[4] ?? '' });
  }
  return found;
}

function follow(scope: unknown, path: string): unknown {
  let at: unknown = scope;
  for (const name of path.split('.')) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, name)) return null;
    at = (at as Scope)[name];
  }
  return at ?? null;
}

const strength: Record<string, number> = { or: 1, and: 2, '=': 3, '<>': 3, '<': 3, '>': 3, '<=': 3, '>=': 3, '+': 4 };

function combine(sign: string, left: Expression, right: Expression): Expression {
  return (s, f) => {
    const a = left(s, f);
    if (sign === 'and') return a === true ? right(s, f) : false;
    if (sign === 'or') return a === null || a === false ? right(s, f) : a;
    const b = right(s, f);
    switch (sign) {
      case '=':
        return a === b;
      case '<>':
        return a !== b;
      case '+':
        return typeof a === 'number' && typeof b === 'number' ? a + b : `${a}${b}`;
      default:
        if (typeof a !== 'number' || typeof b !== 'number') return null;
        return sign === '<' ? a < b : sign === '>' ? a > b : sign === '<=' ? a <= b : a >= b;
    }
  };
}

export function compile(source: string): Expression {
  const rest = split(source);
  const sign = (value: string) => (rest[0]?.kind === 'sign' && rest[0].value === value ? rest.shift() : undefined);
  const call = (name: string): Expression => {
    const args: Expression[] = [];
    while (!sign(')')) {
      args.push(operation(0));
      sign(',');
    }
    return (s, f) => {
      const fn = f[name];
      if (!fn) throw new Error(`no function ${name}`);
      return fn(s, ...args.map((arg) => arg(s, f)));
    };
  };
  const operand = (): Expression => {
    const next = rest.shift();
    if (!next) throw new Error(`the expression ends too soon: ${source}`);
    if (next.kind === 'number') return () => Number(next.value);
    if (next.kind === 'text') return () => next.value;
    if (next.kind === 'sign') {
      const inner = operation(0);
      if (!sign(')')) throw new Error(`a bracket is open: ${source}`);
      return inner;
    }
    if (next.value === 'not') {
      const inner = operation(3);
      return (s, f) => inner(s, f) !== true;
    }
    if (next.value === 'null') return () => null;
    if (next.value === 'true' || next.value === 'false') return () => next.value === 'true';
    if (sign('(')) return call(next.value);
    return (s) => follow(s, next.value);
  };
  const operation = (least: number): Expression => {
    let left = operand();
    for (;;) {
      const force = strength[rest[0]?.value ?? ''];
      if (force === undefined || rest[0]?.kind === 'text' || force <= least) return left;
      left = combine(rest.shift()?.value ?? '', left, operation(force));
    }
  };
  return operation(0);
}
