import type { z } from 'zod';
import type { Permission } from '../../../core/access/permission.ts';
import { badParameter } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import { readableBy } from '../../../core/list/index.ts';
import { viewOf } from '../../../core/tenancy/isp-view.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { formInput } from './dot-form.ts';
import { TRACE_NEEDS, traceOf } from './list.ts';
import { soughtOf } from './question.ts';
import { insidesOf } from './sessions-under-nat.ts';

interface Call {
  readonly kernel: Pick<Kernel, 'db' | 'clock'>;
  readonly scope: Scope;
  readonly zone: string;
  readonly actor: { readonly permissions: ReadonlySet<Permission> };
  /** Writes the audit event. */
  recordAudit(): Promise<void>;
}

/**
 * Checks a question and records it; then the caller may have the answer.
 * @throws Fault of kind `badInput` without an ISP: one address is used by several, each with people of its own
 */
export async function openTrace(
  { kernel, scope, zone, actor, recordAudit }: Call,
  question: z.output<typeof formInput>,
) {
  const sought = soughtOf(question);
  const view = await viewOf(kernel.db, scope, question);
  const { ispId } = view;
  if (ispId === null) throw badParameter('ispid', 'is required');
  await recordAudit();
  const within = { ...view, ispId };
  const insides = await insidesOf(kernel.db, sought, ispId);
  const trace = traceOf(sought, { scope: within, now: kernel.clock.now(), zone }, insides);
  return { trace: readableBy(trace, TRACE_NEEDS, { permissions: actor.permissions, input: {} }), scope: within };
}
