import * as wire from '../../../core/wire/index.ts';

export const FILE_KINDS = ['Identity', 'Address', 'Caf', 'Contract', 'Ticket', 'Visit'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Papers that show who somebody is: each look at one needs a permission of its own, and a reason that the audit keeps. */
export const IDENTITY_KINDS: readonly FileKind[] = ['Identity', 'Address', 'Caf'];

/** Photos of the work, which those who do it may see without knowing customers. */
export const WORK_KINDS: readonly FileKind[] = ['Ticket', 'Visit'];

export const MAX_FILE_BYTES = 5 * 1024 * 1024;

export const fileShape = {
  kind: wire.oneOf(FILE_KINDS),
  name: wire.text(200),
  keep_until: wire.ymd().optional(),
};
