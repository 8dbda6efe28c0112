import type { Attribute } from './rates.ts';

const NAME = /^Simultaneous-Use$/i;
/** The highest `session_limit`. */
const MAX_LIMIT = 64;

/** How many sessions of a user FreeRADIUS lets in at once; undefined: as many as there are, or more than can be limited here. */
export function simultaneousUseIn(attributes: readonly Attribute[]): number | undefined {
  const value = attributes.find(({ name }) => NAME.test(name))?.value.trim() ?? '';
  return /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_LIMIT ? Number(value) : undefined;
}

/** Whether an attribute is read as a limit of sessions. */
export const isSimultaneousUse = (attribute: Attribute): boolean => simultaneousUseIn([attribute]) !== undefined;
