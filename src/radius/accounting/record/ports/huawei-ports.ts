import { findVendor, vendorInteger } from '../../../protocol/packet/vendor-attribute.ts';
import { type Arrived, blockOf, type PortReport } from './port-report.ts';

const HUAWEI = 2011;
/** HW-NAT-IP-Address, -Start-Port, -End-Port and -Port-Range-Update. */
const PUBLIC_ADDRESS = 161;
const START_PORT = 162;
const END_PORT = 163;
const UPDATE = 165;

/** Values of HW-NAT-Port-Range-Update: ports are added, deleted, or the public address has changed. */
const HOW_OF: Readonly<Record<number, PortReport['how']>> = { 0: 'add', 1: 'free', 3: 'set' };

/** Of Huawei: one block. */
export function huaweiPorts({ packet, at }: Arrived): PortReport[] {
  const address = findVendor(packet, HUAWEI, PUBLIC_ADDRESS);
  if (address === 0) return [];
  const first = vendorInteger(packet, HUAWEI, START_PORT);
  const blocks = blockOf(packet.ipv4At(address), first, vendorInteger(packet, HUAWEI, END_PORT));
  const update = vendorInteger(packet, HUAWEI, UPDATE);
  return blocks.length === 0 ? [] : [{ how: (update === null ? null : HOW_OF[update]) ?? 'use', at, blocks }];
}
