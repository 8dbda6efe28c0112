import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Database } from '../../../db/database.ts';
import { type ShapedDevice, shapedDevices, zones } from './shaped-devices.ts';

/** The most that LibreQoS plans with for a location: what its uplink can carry is not known here. */
const ZONE_MBPS = 100_000;
/** The part of its rate that a circuit is guaranteed. */
const MIN_PART = 0.1;

type Reader = Pick<Database, 'pool'>;

const mbps = (kbps: number): number => Math.max(kbps / 1_000, 0.1);

/**
 * What the Netzur integration of LibreQoS 2 reads, in parts of one JSON text: `zones` with `id`, `name` and capacities, and
 * `customers` with `subscriber_id`, `customerName`, `address`, `zone`, `ip`, `ipv6`, `mac`, `download` and `upload` (Mbit/s).
 * A service with several sessions is several circuits, since each session has its own rate.
 */
export async function* libreQosTopology(db: Reader, scope: Scope, ispId: number): AsyncGenerator<string> {
  const sites = (await zones(db, ispId)).map(({ id, name }) => ({
    ...{ id, name, capacity_download_mbps: ZONE_MBPS, capacity_upload_mbps: ZONE_MBPS },
  }));
  yield `{"zones":${JSON.stringify(sites)},"customers":[`;
  let separator = '';
  for await (const page of shapedDevices(db, scope, ispId)) {
    yield separator + page.map((device) => JSON.stringify(customerOf(device))).join(',');
    separator = ',';
  }
  yield ']}';
}

const customerOf = (device: ShapedDevice) => ({
  subscriber_id: `${device.serviceId}-${device.sessionId}`,
  customerName: `${device.customerName} (${device.username})`,
  address: device.address,
  zone: device.zone,
  ip: device.ip ?? '',
  ipv6: device.ipv6.join(','),
  mac: device.mac ?? '',
  download: mbps(device.downKbps),
  upload: mbps(device.upKbps),
});

const HEADER =
  'Circuit ID,Circuit Name,Device ID,Device Name,Parent Node,Parent Node ID,Anchor Node ID,MAC,IPv4,IPv6,Download Min Mbps,Upload Min Mbps,Download Max Mbps,Upload Max Mbps,Comment';

/** The file `ShapedDevices.csv` of LibreQoS, in parts: a circuit is a service, a device is a session. */
export async function* libreQosCsv(db: Reader, scope: Scope, ispId: number): AsyncGenerator<string> {
  yield `${HEADER}\n`;
  for await (const page of shapedDevices(db, scope, ispId)) yield page.map(lineOf).join('');
}

function lineOf(device: ShapedDevice): string {
  const [down, up] = [mbps(device.downKbps), mbps(device.upKbps)];
  const circuit = [`${device.serviceId}-${device.sessionId}`, `${device.customerName} (${device.username})`];
  const addresses = [device.mac ?? '', device.ip ?? '', device.ipv6.join(', ')];
  const rates = [down * MIN_PART, up * MIN_PART, down, up].map((rate) => String(Math.round(rate * 1_000) / 1_000));
  const values = [
    ...circuit,
    String(device.sessionId),
    device.username,
    device.zone,
    '',
    '',
    ...addresses,
    ...rates,
    '',
  ];
  return `${values.map(field).join(',')}\n`;
}

/** Read by a program, which takes every text as it is. */
const field = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
