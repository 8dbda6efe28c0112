import { updatedValue } from '../../../core/records/updates.ts';
import type { Service } from './find.ts';
import type { DependentParameters } from './rules.ts';
import type { ServiceChange } from './service-change.ts';

/** The parameters that depend on each other, as they will be. */
export function parametersAfter(service: Service, input: ServiceChange): DependentParameters {
  return {
    installation_address: input.installation_address ?? (service.installationAddress as 'new' | 'same'),
    billing_address: input.billing_address ?? (service.billingAddress as 'new' | 'same' | 'ia'),
    ip_assignment: input.ip_assignment ?? service.ipAssignment,
    mac_bind: input.mac_bind ?? service.macBind,
    ippool: updatedValue(input.ippool, service.ipPool?.name ?? null),
    staticip: updatedValue(input.staticip, service.staticip),
    mac: updatedValue(input.mac, service.mac),
    ip6_prefix: updatedValue(input.ip6_prefix, service.ip6Prefix),
    pd_prefix: updatedValue(input.pd_prefix, service.pdPrefix),
    session_limit: updatedValue(input.session_limit, service.sessionLimit),
    ia_zipcode: updatedValue(input.ia_zipcode, service.iaZipcode),
    ia_state: updatedValue(input.ia_state, service.iaState),
    ia_city: updatedValue(input.ia_city, service.iaCity),
    ia_street: updatedValue(input.ia_street, service.iaStreet),
    ba_zipcode: updatedValue(input.ba_zipcode, service.baZipcode),
    ba_state: updatedValue(input.ba_state, service.baState),
    ba_city: updatedValue(input.ba_city, service.baCity),
    ba_street: updatedValue(input.ba_street, service.baStreet),
  };
}
