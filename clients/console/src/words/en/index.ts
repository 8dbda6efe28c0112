export * from './common.ts';
export * from './shell.ts';
export * from './subscribers.ts';
export * from './subscriber.ts';
