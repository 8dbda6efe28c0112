import type { NasAddresses } from '../../../config/nas-addresses.ts';
import type { FieldFault } from '../../../core/fault.ts';

/** Lower ports belong to system services (DNS, NTP, SNMP …). NASes listen on 3799 (RFC 5176) or 1700. */
const LOWEST_COA_PORT = 1024;

interface Destination {
  readonly ip?: string | undefined;
  readonly coa_port?: number | undefined;
}

/**
 * Why the node must not send Disconnect- and CoA-Requests there: the caller who adds a NAS decides where they go. Checked when
 * a NAS is saved and again before each request, since it may have been saved under other rules.
 */
export function destinationFaults({ ip, coa_port: port }: Destination, addresses: NasAddresses): FieldFault[] {
  const faults: FieldFault[] = [];
  const refusal = ip === undefined ? null : addresses.refusal(ip);
  if (refusal !== null) faults.push({ parameter: 'ip', problem: refusal });
  if (port !== undefined && port < LOWEST_COA_PORT) {
    faults.push({ parameter: 'coa_port', problem: `must be a whole number from ${LOWEST_COA_PORT} to 65535` });
  }
  return faults;
}
