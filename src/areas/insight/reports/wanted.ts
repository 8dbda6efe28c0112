import type { Actor } from '../../../core/access/actor.ts';
import type { Permission } from '../../../core/access/permission.ts';
import { badParameter, Fault } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import { viewOf } from '../../../core/tenancy/isp-view.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { dayOf } from '../../../core/zone.ts';
import type { Report, Values } from './report.ts';

/** Whose figures: beyond `viewInput`, reports need an ISP, since days and amounts are an ISP's. */
export const OWNERS = {
  ispid: wire.described('required if the caller belongs to no ISP', wire.id()).optional(),
  resellerid: wire.described('when absent, the whole ISP', wire.id()).optional(),
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

const isLimited = ({ locations }: Pick<Scope, 'locations'>): boolean => locations !== null;

/** Whether the caller sees anything of it. */
export const isOffered = (
  actor: Pick<Actor, 'permissions'>,
  scope: Pick<Scope, 'locations'>,
  report: Report,
): boolean => missingFor(actor, report) === undefined && !(report.wholeOnly !== undefined && isLimited(scope));

/** @throws Fault of kind `forbidden` */
export function checkPermitted(actor: Pick<Actor, 'permissions' | 'username'>, report: Report): void {
  const missing = missingFor(actor, report);
  if (missing) throw new Fault('forbidden', `login user ${actor.username} lacks the permission ${missing}`);
}

/** What is prepared is the same for all who may see it. @throws Fault of kind `forbidden` for a caller who sees masked numbers */
export function refuseMasked({ masksPhones }: Scope, { name, hasTelephones }: Report): void {
  if (masksPhones && hasTelephones)
    throw new Fault(
      'forbidden',
      `report ${name} is prepared with telephone numbers, which your ISP masks; make it now instead`,
    );
}

/** @throws Fault of kind `badInput` without an ISP: days and currencies are an ISP's */
export function checkOwner({ ispId }: Scope, { ispid }: Owner): void {
  if (ispId === null && ispid === undefined) throw badParameter('ispid', 'is required');
}

/** A report of a part of an ISP that the caller sees, with parameters that are right. */
export interface Wanted {
  readonly report: Report;
  readonly input: Values;
  readonly scope: Scope;
  readonly ispId: number;
  /** The ISP's day. */
  readonly today: string;
}

/** @throws Fault of kind `forbidden`, `notFound` or `badInput` */
export async function wantedOf(
  { kernel, actor, scope, zone }: Asking,
  report: Report,
  { owner, input }: { owner: Owner; input: Values },
): Promise<Wanted> {
  checkPermitted(actor, report);
  if (report.wholeOnly !== undefined && isLimited(scope)) throw new Fault('forbidden', report.wholeOnly);
  checkOwner(scope, owner);
  const view = await viewOf(kernel.db, scope, owner);
  const { ispId } = view;
  if (ispId === null) throw new Error('a report has no ISP');
  const today = dayOf(kernel.clock.now(), zone);
  report.check?.(input, { scope: view, today });
  return { report, input, scope: view, ispId, today };
}
