import { cisco } from './cisco.ts';
import { juniper } from './juniper.ts';
import { mikrotik } from './mikrotik.ts';
import type { VendorName } from './profile.ts';
import type { Vendor } from './vendor.ts';

/** Every vendor; a new one is a file, a name in `VENDOR_NAMES` and a line here. */
export const vendors: Readonly<Record<VendorName, Vendor>> = { Mikrotik: mikrotik, Cisco: cisco, Juniper: juniper };
