import { flagKeys } from './flags.ts';
import { schemaAt } from './schema-keys.ts';
import { otherVariables, variables } from './variables.ts';

export interface DescribedVariable {
  readonly name: string;
  readonly meaning: string;
  readonly flag?: string;
}

/** Every variable with its meaning, for help and docs. */
export function describeVariables(): readonly DescribedVariable[] {
  const keyed = Object.entries(variables).map(([name, [key]]) => {
    const flag = flagKeys.find((one) => one.key === key)?.flag;
    return { name, meaning: meaningOf(key.split('.')), ...(flag === undefined ? {} : { flag }) };
  });
  return [
    ...keyed,
    ...Object.entries(otherVariables).map(([name, meaning]) => ({ name, meaning })),
  ];
}

/**
 * If the parent, such as `clients.scoped`, lists variables in brackets, its description comes
 * first.
 */
function meaningOf(path: readonly string[]): string {
  const [owner, own] = [path.slice(0, -1), path].map((at) =>
    (schemaAt(at)?.description ?? '').split(' ['),
  );
  return owner?.[1] === undefined ? (own?.[0] ?? '') : `${owner[0]} ${own?.[0]}`;
}
