import type { FieldFault } from '../../../core/fault.ts';
import type { BILLING_ADDRESSES, INSTALLATION_ADDRESSES } from '../../../core/vocabulary/service.ts';

const ADDRESS_PARTS = ['zipcode', 'state', 'city', 'street'] as const;

/** The parameters that depend on each other: those of a create, or the service as it will be after an update. */
export interface DependentParameters
  extends Partial<
    Record<
      `${'ia' | 'ba'}_${(typeof ADDRESS_PARTS)[number]}` | 'ippool' | 'staticip' | 'ip6_prefix' | 'pd_prefix' | 'mac',
      unknown
    >
  > {
  readonly installation_address: (typeof INSTALLATION_ADDRESSES)[number];
  readonly billing_address: (typeof BILLING_ADDRESSES)[number];
  readonly ip_assignment: string;
  readonly mac_bind: string;
  readonly session_limit?: number | undefined;
}

/** Contract 4.14: which parameter needs which other. */
export function serviceFaults(input: DependentParameters): FieldFault[] {
  const faults: FieldFault[] = [];
  const require = (parameter: keyof DependentParameters, why: string) => {
    if (input[parameter] === undefined) faults.push({ parameter, problem: `is required when ${why}` });
  };
  for (const part of ADDRESS_PARTS) {
    if (input.installation_address === 'new') require(`ia_${part}`, 'installation_address is new');
    if (input.billing_address === 'new') require(`ba_${part}`, 'billing_address is new');
  }
  if (input.staticip !== undefined) require('ippool', 'staticip is given');
  if (input.ip_assignment === 'IPpool') require('ippool', 'ip_assignment is IPpool');
  if (input.ip_assignment === 'StaticIP') require('staticip', 'ip_assignment is StaticIP');
  if (input.mac_bind === 'Manual') require('mac', 'mac_bind is Manual');
  return [...faults, ...sessionLimitFaults(input)];
}

/** Several devices cannot share what only one can have. */
function sessionLimitFaults({ session_limit = 1, ...input }: DependentParameters): FieldFault[] {
  if (session_limit === 1) return [];
  const { ip_assignment, ip6_prefix, pd_prefix, mac_bind } = input;
  const isFixed = ip_assignment === 'StaticIP' || ip_assignment === 'Subnet';
  const parameter = 'session_limit';
  if (isFixed || ip6_prefix !== undefined || pd_prefix !== undefined)
    return [{ parameter, problem: 'can only be 1 with a static address or prefix' }];
  return mac_bind === 'Manual' ? [{ parameter, problem: 'can only be 1 when mac_bind is Manual' }] : [];
}
