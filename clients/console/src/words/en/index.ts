export * from './common.ts';
export * from './dashboard.ts';
export * from './fields.ts';
export * from './lists.ts';
export * from './new-subscriber.ts';
export * from './shell.ts';
export * from './subscriber.ts';
export * from './subscribers.ts';
