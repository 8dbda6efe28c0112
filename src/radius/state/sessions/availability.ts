import type { OpenSession } from './session.ts';

/** Whether a service may open a session. */
export type Availability =
  | { readonly status: 'free' }
  /** An open session is on the same line and was lost by its NAS, or nothing tells the two lines apart. */
  | { readonly status: 'own' }
  /** As many lines as may be are online. */
  | { readonly status: 'taken'; readonly by: readonly OpenSession[] }
  /** Another node may know of a session: the database has to be queried. */
  | { readonly status: 'uncertain' };

export const FREE: Availability = { status: 'free' };
export const OWN: Availability = { status: 'own' };
export const UNCERTAIN: Availability = { status: 'uncertain' };
