import {
  _,
  type Ajv2020,
  type Code,
  type CodeKeywordDefinition,
  type KeywordCxt,
} from 'ajv/dist/2020.js';

const symbolic = /\{\{(?:jwt\}\}|(?:token|client|gateway):)/;

/**
 * They check characters, or may fail because a schema in `not` or `oneOf` then matches. All others
 * accept every redacted string.
 */
const ofCharacters = [
  'format',
  'pattern',
  'const',
  'enum',
  'minLength',
  'maxLength',
  'not',
  'oneOf',
] as const;

export function overlookHiddenText(ajv: Ajv2020) {
  for (const name of ofCharacters) {
    const rule = ajv.RULES.all[name];
    if (!rule || typeof rule === 'boolean') continue;
    const definition = rule.definition as CodeKeywordDefinition & typeof rule.definition;
    const code: CodeKeywordDefinition['code'] = (context, type) =>
      definition.code(overlooking(context), type);
    rule.definition = { ...definition, code };
  }
}

const isHidden = (value: unknown) => typeof value === 'string' && symbolic.test(value);

function overlooking(context: KeywordCxt) {
  const { data } = context;
  const hidden = context.gen.scopeValue('func', { ref: isHidden });
  const [fail, failResult] = [context.fail.bind(context), context.failResult.bind(context)];
  const unlessHidden = (broken: Code) => _`(${broken}) && !${hidden}(${data})`;
  context.fail = (broken?: Code) => fail(broken && unlessHidden(broken));
  context.failResult = (broken, ...actions) => failResult(unlessHidden(broken), ...actions);
  return context;
}
