import { decimal } from '../wire/index.ts';

/** Documented values of subscriber services (contract 2.10). */
export const SERVICE_STATUSES = ['Active', 'NP', 'NPD', 'Suspend', 'NewRequest'] as const;
export type ServiceStatus = (typeof SERVICE_STATUSES)[number];
export const SERVICE_PROTOCOLS = ['PPPoE', 'IPoE'] as const;
export const PAYMENT_KINDS = ['Prepaid', 'Postpaid'] as const;
export const IP_ASSIGNMENTS = ['NAS', 'IPpool', 'StaticIP', 'Subnet'] as const;
/** What a service can be created with; `Subnet` can only be listed and filtered by (contract 4.14). */
export const CREATED_IP_ASSIGNMENTS = ['NAS', 'IPpool', 'StaticIP'] as const;
export const MAC_BINDS = ['Auto', 'Manual', 'No'] as const;
export const INSTALLATION_ADDRESSES = ['new', 'same'] as const;
export const BILLING_ADDRESSES = ['new', 'same', 'ia'] as const;

/** Degrees, from minus to plus the limit. */
export const coordinate = (limit: number) => decimal({ places: 6, min: -limit, max: limit });
