import type { VendorName } from '../../../areas/network/nas/vendors.ts';
import { accel } from './accel.ts';
import { cisco } from './cisco.ts';
import { huawei } from './huawei.ts';
import { juniper } from './juniper.ts';
import { mikrotik } from './mikrotik.ts';
import { nokia } from './nokia.ts';
import type { Vendor } from './vendor.ts';
import { wispr } from './wispr.ts';

/** A new vendor is a row in `areas/network/nas/vendors.ts`, a file here, and its line below. */
export const vendors: Readonly<Record<VendorName, Vendor>> = {
  Mikrotik: mikrotik,
  Cisco: cisco,
  Juniper: juniper,
  Huawei: huawei,
  Nokia: nokia,
  Accel: accel,
  WISPr: wispr,
};
