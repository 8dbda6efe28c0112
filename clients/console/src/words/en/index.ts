export * from './common.ts';
export * from './shell.ts';
export * from './subscriber.ts';
export * from './subscribers.ts';
