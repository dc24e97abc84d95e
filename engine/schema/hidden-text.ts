import { _, type Ajv2020, type Code, type CodeKeywordDefinition, type KeywordCxt } from 'ajv/dist/2020.js';

/** What the vault writes in place of a secret; what comes after a colon may hold braces itself. */
const symbolic = /\{\{(?:jwt\}\}|(?:token|client|gateway):)/;

/** Keywords that judge the characters of a text, and those that forbid what others find right. */
const ofCharacters = ['format', 'pattern', 'const', 'enum', 'minLength', 'maxLength', 'not', 'oneOf'] as const;

/** Has the keywords that judge the characters of a text overlook one of which a part is hidden: the target sent another. */
export function overlookHiddenText(ajv: Ajv2020): void {
  for (const name of ofCharacters) {
    const rule = ajv.RULES.all[name];
    if (!rule || typeof rule === 'boolean') continue;
    const definition = rule.definition as CodeKeywordDefinition & typeof rule.definition;
    const code: CodeKeywordDefinition['code'] = (context, type) => definition.code(overlooking(context), type);
    rule.definition = { ...definition, code };
  }
}

function isHidden(value: unknown): boolean {
  return typeof value === 'string' && symbolic.test(value);
}

function overlooking(context: KeywordCxt): KeywordCxt {
  const { data } = context;
  const hidden = context.gen.scopeValue('func', { ref: isHidden });
  const [fail, failResult] = [context.fail.bind(context), context.failResult.bind(context)];
  const unlessHidden = (broken: Code) => _`(${broken}) && !${hidden}(${data})`;
  context.fail = (broken?: Code) => fail(broken && unlessHidden(broken));
  context.failResult = (broken, ...actions) => failResult(unlessHidden(broken), ...actions);
  return context;
}
