export * from './forge.ts';
export * from './token-facts.ts';
export * from './vault.ts';
