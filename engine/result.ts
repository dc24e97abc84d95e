export { mannerOf, type Otherwise, type Share } from './catalogue/recipe.ts';
export { defectId } from './outcome/defect-id.ts';
export type * from './outcome/result.ts';
