import { compile, type Expression, type Fn, type Scope } from './language.ts';

export interface Answer {
  status: number;
  headers: Record<string, string | string[]>;
  body: unknown;
  /** Sent in place of the body, as it stands. */
  text?: string;
  /** Never answered. */
  silent?: boolean;
}
export interface Request {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  bytes: Buffer;
  base: string;
}
export type Step =
  | { name?: string; validate: string; otherwise: string }
  | { name?: string; set: string; as: string }
  | { name?: string; map: string; as: string }
  | { name?: string; decide: string; as: string }
  | { name?: string; call: string; with?: string; as: string; otherwise?: string }
  | { name?: string; script: (scope: Scope) => unknown }
  | { name?: string; respond: number; body: string; policy: string };
export interface Flow {
  name: string;
  method: string;
  path: RegExp;
  refusal: string;
  steps: Step[];
}
export interface Row {
  when: string;
  gives: unknown;
}
export interface Connector {
  call: (input: unknown, scope: Scope) => unknown;
  retries?: number;
  /** The result is kept under the value of this expression. */
  keep?: { by: (input: unknown, scope: Scope) => string; milliseconds: number };
}
export type After = (answer: Answer, scope: Scope, flow: string) => void | Promise<void>;

export class Refusal extends Error {
  readonly kind: string;
  readonly detail: string | null;
  constructor(kind: string, detail: string | null = null) {
    super(kind);
    this.kind = kind;
    this.detail = detail;
  }
}

export class Platform {
  flows: Flow[] = [];
  functions: Record<string, Fn> = {};
  connectors: Record<string, Connector> = {};
  mappings: Record<string, Record<string, string>> = {};
  tables: Record<string, Row[]> = {};
  refusals: Record<string, { status: number; message: string; headers?: Record<string, string> }> = {};
  policies: Record<string, Record<string, string>> = {};
  settings: Record<string, unknown> = {};
  store = { addresses: new Map<string, Scope>(), messages: [] as unknown[], facts: new Map<string, unknown>() };
  afters: After[] = [];
  befores: ((request: Request) => Answer | undefined | Promise<Answer | undefined>)[] = [];
  private compiled = new Map<string, Expression>();
  private results = new Map<string, { until: number; value: unknown }>();

  flow(name: string): Flow {
    const found = this.flows.find((flow) => flow.name === name);
    if (!found) throw new Error(`no flow ${name}`);
    return found;
  }
  at(flow: string, step: string): number {
    const index = this.flow(flow).steps.findIndex((one) => one.name === step);
    if (index < 0) throw new Error(`no step ${step} in ${flow}`);
    return index;
  }
  before(flow: string, step: string, added: Step) {
    this.flow(flow).steps.splice(this.at(flow, step), 0, added);
  }
  change(flow: string, step: string, changed: Step) {
    this.flow(flow).steps[this.at(flow, step)] = { name: step, ...changed };
  }
  after(flow: string | '*', status: number | '*' | '4xx', then: After) {
    this.afters.push((answer, scope, name) => {
      if (flow !== '*' && flow !== name) return;
      if (status === '4xx' ? answer.status < 400 : status !== '*' && status !== answer.status) return;
      return then(answer, scope, name);
    });
  }

  evaluate(source: string, scope: Scope): unknown {
    let expression = this.compiled.get(source);
    if (!expression) {
      expression = compile(source);
      this.compiled.set(source, expression);
    }
    return expression(scope, this.functions);
  }
  map(name: string, scope: Scope): Scope {
    return Object.fromEntries(
      Object.entries(this.mappings[name] ?? {}).map(([member, source]) => [member, this.evaluate(source, scope)]),
    );
  }
  decide(name: string, scope: Scope): unknown {
    return this.tables[name]?.find((row) => this.evaluate(row.when, scope) === true)?.gives ?? null;
  }
  async connect(name: string, input: unknown, scope: Scope): Promise<unknown> {
    const connector = this.connectors[name];
    if (!connector) throw new Error(`no connector ${name}`);
    const key = connector.keep && `${name} ${connector.keep.by(input, scope)}`;
    const kept = key ? this.results.get(key) : undefined;
    if (kept && kept.until > Date.now()) return kept.value;
    let value = await connector.call(input, scope);
    for (let left = connector.retries ?? 0; value === undefined && left > 0; left--) {
      value = await connector.call(input, scope);
    }
    if (key && connector.keep) this.results.set(key, { until: Date.now() + connector.keep.milliseconds, value });
    return value ?? null;
  }

  private async step(step: Step, scope: Scope): Promise<Answer | undefined> {
    if ('validate' in step) {
      if (this.evaluate(step.validate, scope) !== true) throw new Refusal(step.otherwise);
    } else if ('set' in step) scope[step.as] = this.evaluate(step.set, scope);
    else if ('map' in step) scope[step.as] = this.map(step.map, scope);
    else if ('decide' in step) scope[step.as] = this.decide(step.decide, scope);
    else if ('script' in step) return (await step.script(scope)) as Answer | undefined;
    else if ('call' in step) {
      scope[step.as] = await this.connect(step.call, step.with ? this.evaluate(step.with, scope) : null, scope);
      if (step.otherwise && scope[step.as] === null) throw new Refusal(step.otherwise);
    } else {
      const body = this.evaluate(step.body, scope);
      return { status: step.respond, headers: { ...this.policies[step.policy] }, body };
    }
    return undefined;
  }
  refuse(refusal: Refusal, scope: Scope, document: string): Answer {
    const known = this.refusals[refusal.kind];
    if (!known) throw new Error(`no refusal ${refusal.kind}`);
    const inner = { ...scope, refusal: { ...known, kind: refusal.kind, detail: refusal.detail } };
    const body = this.map(document, inner);
    return { status: known.status, headers: { ...this.policies['refusal'], ...known.headers }, body };
  }
  async run(flow: Flow, scope: Scope): Promise<Answer> {
    let answer: Answer | undefined;
    try {
      for (const step of flow.steps) {
        answer = await this.step(step, scope);
        if (answer) break;
      }
    } catch (problem) {
      if (problem instanceof Refusal) answer = this.refuse(problem, scope, flow.refusal);
      else answer = this.refuse(new Refusal('technical'), scope, flow.refusal);
    }
    return this.finish(answer ?? this.refuse(new Refusal('technical'), scope, flow.refusal), scope, flow.name);
  }
  async finish(answer: Answer, scope: Scope, name: string): Promise<Answer> {
    for (const after of this.afters) await after(answer, scope, name);
    return answer;
  }
}
