import type { Actor } from '../core/actor.ts';
import type { Download } from '../core/download.ts';
import type { Kernel } from '../core/kernel.ts';
import { exportList, type Runnable } from '../core/list/index.ts';
import type { Scope } from '../core/scope.ts';
import { dayOf } from '../core/zone.ts';

export const EXPORT =
  'All records that match the filters, in the order of their ids: UTF-8 with a byte order mark, a header, CRLF (RFC 4180). ' +
  'A text that a spreadsheet would take for a formula begins with an apostrophe. The audit records who took it.';

interface Caller {
  readonly kernel: Kernel;
  readonly actor: Actor;
  readonly scope: Scope;
  readonly zone: string;
}

/** A mutation, although it changes nothing, so that the audit records who took which data. */
export function exportRows(
  { kernel, actor, scope, zone }: Caller,
  list: Runnable,
  { input, of }: { readonly input: object; readonly of: string },
): Download {
  const filename = `${of}-${dayOf(kernel.clock.now(), zone)}.csv`;
  return exportList(kernel.db, list, { input, scope, zone, userId: actor.userId, filename });
}
