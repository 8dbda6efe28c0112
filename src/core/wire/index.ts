/** The documented parameter kinds: every coercion of documented text lives behind this door. */
export * from './choices.ts';
export * from './comparison.ts';
export { bare, described, formOf, kind, sentence, type TextForm } from './kind.ts';
export * from './numbers.ts';
export * from './texts.ts';
export * from './times.ts';
