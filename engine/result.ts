export { mannerOf, type Otherwise, type Share } from './catalogue/recipe.ts';
export { defined, grouped, inOrder } from './exchange/collections.ts';
export { causeId, defectId } from './outcome/defect-id.ts';
export type * from './outcome/result.ts';
