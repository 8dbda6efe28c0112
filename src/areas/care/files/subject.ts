import type { Actor } from '../../../core/access/actor.ts';
import type { Permission } from '../../../core/access/permission.ts';
import { badParameter, parameterFault } from '../../../core/fault.ts';
import { readRecord } from '../../../core/records/row-locks.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { neededSubject, subjectShape } from '../subject.ts';
import type { FileKind } from './vocabulary.ts';

/** Whom or what a file is about: one of these. */
export const fileSubjectShape = () => ({
  ...subjectShape(),
  leadid: wire.id().optional(),
  ticketid: wire.id().optional(),
});

interface Named {
  readonly customerid?: number | undefined;
  readonly serviceid?: number | undefined;
  readonly leadid?: number | undefined;
  readonly ticketid?: number | undefined;
  readonly kind: FileKind;
}

/** The columns of the file; those of a ticket's customer are filled in by the database. */
export interface FileSubject {
  readonly ispId: number;
  readonly customerId: number | null;
  readonly serviceId: number | null;
  readonly leadId: number | null;
  readonly ticketId: number | null;
}

export interface FileCaller {
  readonly scope: Scope;
  readonly actor: Pick<Actor, 'permissions'>;
}

const NOBODY = { customerId: null, serviceId: null, leadId: null, ticketId: null };
const ISP = sql`x.isp_id AS "ispId"`;

/**
 * The record that a new file is about.
 * @throws Fault of kind `badInput` unless it names one, `forbidden` or `notFound` for one that the caller does not see
 */
export async function fileSubject(tx: Tx, { scope, actor }: FileCaller, named: Named): Promise<FileSubject> {
  const { leadid, ticketid, kind } = named;
  refuseMixed(named);
  const find = async (what: 'lead' | 'ticket', id: number) => {
    refuseWithout(actor.permissions, `${what}.read`, `${what}id`);
    return readRecord<{ ispId: number }>(tx, scope, { what, id }, ISP);
  };
  if ((kind === 'Ticket') !== (ticketid !== undefined))
    throw badParameter(
      'ticketid',
      kind === 'Ticket' ? 'is required for the kind Ticket' : `is not for the kind ${kind}`,
    );
  if (ticketid !== undefined) return { ...NOBODY, ...(await find('ticket', ticketid)), ticketId: ticketid };
  if (leadid !== undefined) return { ...NOBODY, ...(await find('lead', leadid)), leadId: leadid };
  const { ispId, customerId, serviceId } = await neededSubject(tx, scope, named);
  return { ...NOBODY, ispId, customerId, serviceId };
}

function refuseMixed({ customerid, serviceid, leadid, ticketid }: Named): void {
  const ofCustomer = customerid !== undefined || serviceid !== undefined;
  const given = [ofCustomer, leadid !== undefined, ticketid !== undefined].filter(Boolean);
  if (given.length === 0) throw badParameter('customerid', 'is required without serviceid, leadid and ticketid');
  if (given.length > 1) throw badParameter('customerid', 'a file is about one customer, service, lead or ticket');
}

function refuseWithout(permissions: ReadonlySet<Permission>, needed: Permission, parameter: string): void {
  if (!permissions.has(needed)) throw parameterFault('forbidden', parameter, `needs the permission ${needed}`);
}
