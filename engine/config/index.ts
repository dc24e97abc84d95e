export * from './config.ts';
export * from './globs.ts';
export * from './planned-config.ts';
export * from './proxy.ts';
export * from './troubleshooting.ts';
export * from './wrong-configuration.ts';
