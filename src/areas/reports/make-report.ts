import { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import { badParameter, badParameters, Fault } from '../../core/fault.ts';
import type { Kernel } from '../../core/kernel.ts';
import type { Permission } from '../../core/permission.ts';
import type { Scope } from '../../core/scope.ts';
import * as wire from '../../core/wire/index.ts';
import { dayOf } from '../../core/zone.ts';
import { viewOf } from '../isps/view.ts';
import { atPace } from './pace.ts';
import type { Report, ReportAnswer } from './report.ts';

/** Whose figures: beyond `viewInput`, reports need an ISP, since days and amounts are an ISP's. */
export const OWNERS = {
  ispid: wire.described('required of a caller of no ISP', wire.id()).optional(),
  resellerid: wire.described('the whole ISP when absent', wire.id()).optional(),
};

export interface Asking {
  readonly kernel: Pick<Kernel, 'db' | 'clock'>;
  readonly actor: Pick<Actor, 'permissions' | 'username'>;
  readonly scope: Scope;
  /** Of the ISP. */
  readonly zone: string;
}

type Owner = { readonly ispid?: number | undefined; readonly resellerid?: number | undefined };

const missingFor = ({ permissions }: Pick<Actor, 'permissions'>, { access, also }: Report): Permission | undefined =>
  [access, also].find((permission) => permission !== undefined && !permissions.has(permission));

export const isPermitted = (actor: Pick<Actor, 'permissions'>, report: Report): boolean =>
  missingFor(actor, report) === undefined;

/** @throws Fault of kind `badInput` without an ISP: days and currencies are an ISP's */
export function checkOwner({ ispId }: Scope, { ispid }: Owner): void {
  if (ispId === null && ispid === undefined) throw badParameter('ispid', 'is required');
}

/** Makes a report of an ISP that the caller sees, or of a reseller of it. @throws Fault */
export async function makeReport(
  { kernel, actor, scope, zone }: Asking,
  report: Report,
  { owner, input, maxRows }: { owner: Owner; input: Readonly<Record<string, unknown>>; maxRows: number },
): Promise<ReportAnswer> {
  const missing = missingFor(actor, report);
  if (missing) throw new Fault('forbidden', `login user ${actor.username} may not do this: ${missing} is needed`);
  checkOwner(scope, owner);
  const view = await viewOf(kernel.db, scope, owner);
  const { ispId } = view;
  if (ispId === null) throw new Error('a report has no ISP');
  const call = { kernel, scope: view, ispId, zone, today: dayOf(kernel.clock.now(), zone), maxRows };
  return atPace(ispId, () => report.read(call, input));
}

/** The parameters of a report among those of all reports. @throws Fault of kind `badInput` for one that it does not take */
export function parametersOf(
  report: Report,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  const read = z.strictObject(report.parameters).safeParse(Object.fromEntries(set));
  if (read.success) return read.data;
  throw badParameters(
    read.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((parameter) => ({ parameter, problem: `is no parameter of ${report.name}` }))
        : [{ parameter: String(issue.path[0]), problem: issue.message }],
    ),
  );
}
