import forms from 'virtual:forms';
import type { Path } from './client.ts';
import type { FormShape } from './field-shape.ts';

/** The fields that a change takes, as the node's schema declares them. */
export const formOf = (path: Path): FormShape => forms[path] ?? {};
