import type { VendorName } from '../../areas/network/nas/vendors.ts';
import type { SellerKey } from './sellers.ts';

/** This machine, for `radclient` and the simulator. */
export const LOCAL_NAS = { ip: '127.0.0.1', secret: 'testing123' };

export type NasKey = 'local' | 'bengaluru' | 'mysuru' | 'hubballi' | 'lake' | 'tower';

interface NasPlan {
  readonly ip: string;
  readonly secret: string;
  readonly name: string;
  readonly vendor: VendorName;
  /** Its owner. */
  readonly seller: SellerKey;
  /** Who shares one of the ISP's; everybody if absent. */
  readonly resellers?: readonly SellerKey[];
  readonly description?: string;
  /** Where it stands; the one on this machine stands nowhere. */
  readonly location_code?: string;
  readonly latitude?: string;
  readonly longitude?: string;
  /** Seconds between two reports of a session; absent: as its ISP. */
  readonly interim_interval?: number;
}

/** Addresses are of the ranges for documentation (RFC 5737). */
export const NASES: Readonly<Record<NasKey, NasPlan>> = {
  local: {
    ...{ ...LOCAL_NAS, name: 'This machine', vendor: 'Mikrotik', seller: 'isp' },
    ...{ description: 'For radclient and the demo simulator', interim_interval: 60 },
  },
  bengaluru: {
    ...{ ip: '192.0.2.10', secret: 'blr-secret', name: 'Bengaluru core', vendor: 'Mikrotik', seller: 'isp' },
    ...{ location_code: 'BLR', latitude: '12.9716', longitude: '77.5946' },
  },
  mysuru: {
    ...{ ip: '198.51.100.10', secret: 'mys-secret', name: 'Mysuru core', vendor: 'Cisco', seller: 'isp' },
    resellers: ['city'],
    ...{ location_code: 'MYS', latitude: '12.2958', longitude: '76.6394' },
  },
  hubballi: {
    ...{ ip: '198.51.100.20', secret: 'hbl-secret', name: 'Hubballi core', vendor: 'Mikrotik', seller: 'isp' },
    resellers: ['green'],
    ...{ location_code: 'HBL', latitude: '15.3647', longitude: '75.1240' },
  },
  lake: {
    ...{ ip: '203.0.113.10', secret: 'lake-secret', name: 'Lake Town BNG', vendor: 'Juniper', seller: 'lake' },
    ...{ location_code: 'BLR', latitude: '13.0418', longitude: '77.6340' },
  },
  tower: {
    ...{ ip: '192.0.2.77', secret: 'tower-secret', name: 'Yelahanka tower', vendor: 'Mikrotik', seller: 'isp' },
    description: 'Silent for some hours',
    ...{ location_code: 'BLR', latitude: '13.1007', longitude: '77.5963' },
  },
};

/** Through which NAS a subscriber of a sub location dials in; the franchisee has one of its own. */
export function nasFor(slc: string, { seller, number }: { seller: SellerKey; number: number }): NasKey {
  if (seller === 'lake') return 'lake';
  if (seller === 'city' || slc.startsWith('MYS')) return 'mysuru';
  if (slc.startsWith('HBL')) return 'hubballi';
  return slc === 'BLR-N' && number % 4 === 0 ? 'tower' : 'bengaluru';
}

/** RADIUS pools, in the shared space of carriers (RFC 6598) and a documentation range. `size`: addresses. */
export const POOLS = {
  bengaluru: { pool_name: 'blr-home', range_from: '100.64.0.1', size: 400 },
  mysuru: { pool_name: 'mys-home', range_from: '100.64.4.1', size: 200 },
  hubballi: { pool_name: 'hbl-home', range_from: '100.64.6.1', size: 200 },
  office: { pool_name: 'office-static', range_from: '203.0.113.65', size: 60 },
} as const;

/** The franchisee's pool is made as large as its subscribers need, and hardly larger. */
export const LAKE_POOL = { pool_name: 'lake-home', range_from: '100.64.8.1' };

/** The last address of a range of one /16. */
export function rangeUpto(from: string, size: number): string {
  const [a = 0, b = 0, c = 0, d = 0] = from.split('.').map(Number);
  const last = c * 256 + d + size - 1;
  return [a, b, last >> 8, last & 0xff].join('.');
}
