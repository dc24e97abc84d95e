import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Members that contain text for people. Another wording does not change a judgement. */
const members = new Set(['rule', 'section', 'label', 'purpose', 'reason', 'cure', 'why', 'note']);
/** Variables that contain such text. */
const variables = new Set([
  'expected',
  'wanted',
  'actual',
  'excerpt',
  'named',
  'problems',
  'section',
  'pattern',
]);
/** Functions that return only such text. */
const makers = new Set(['sentAs', 'briefly', 'shown', 'sampleCure', 'accusation']);
/**
 * Arguments that are such text. The cause is not one of them, because it distinguishes findings.
 */
const texts = { fail: [1, 2], inconclusive: [0], Inconclusive: [0], pass: [0] };

const reason = 'a text for people';

/** Skips mutants that only change the wording of a judgement. */
const ignorer = {
  shouldIgnore(path) {
    const { node, parent, key, listKey } = path;
    if (!parent) return undefined;
    if (parent.type === 'ObjectProperty' && key === 'value' && members.has(parent.key.name))
      return reason;
    if (parent.type === 'VariableDeclarator' && key === 'init') {
      return variables.has(parent.id.name) || makers.has(parent.id.name) ? reason : undefined;
    }
    if (node.type === 'FunctionDeclaration' && makers.has(node.id?.name)) return reason;
    if (['CallExpression', 'NewExpression'].includes(parent.type) && listKey === 'arguments') {
      return texts[parent.callee.name]?.includes(key) ? reason : undefined;
    }
    return undefined;
  },
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'texts-for-people', ignorer)];
