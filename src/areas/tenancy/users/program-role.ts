import { isProgram, type Role } from '../../../core/access/roles.ts';
import { badParameter } from '../../../core/fault.ts';
import type { Membership } from './membership.ts';

interface Rights extends Pick<Membership, 'groupname'> {
  readonly roles: readonly string[];
}

/**
 * A program that subscribers talk to may do nothing else, and answers for all customers of its ISP or reseller.
 * @throws Fault of kind `badInput`
 */
export function refuseUnfitProgram({ roles, groupname }: Rights): void {
  if (!isProgram(roles)) return;
  const role: Role = 'CareLine';
  if (roles.length > 1) throw badParameter('roles', `${role} must be the only role of a login user`);
  if (groupname === 'Employee') throw badParameter('roles', `${role} applies only when groupname is ISP or Reseller`);
}
