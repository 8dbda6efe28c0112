/** The kinds of documented parameters and results: all conversion between documented text and native values. */
export * from './choices.ts';
export * from './comparison.ts';
export { described, errorText, formOf, kind, type TextForm, unwrapped } from './kind.ts';
export * from './networks.ts';
export * from './numbers.ts';
export * from './texts.ts';
export * from './times.ts';
