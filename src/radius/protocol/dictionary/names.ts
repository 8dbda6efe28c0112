import { ciscoAttributes, ciscoValues } from './cisco.ts';
import { erxAttributes } from './erx.ts';
import { erxValues } from './erx-values.ts';
import { huaweiAttributes } from './huawei.ts';
import { juniperAttributes, juniperValues } from './juniper.ts';
import { microsoftAttributes, microsoftValues } from './microsoft.ts';
import { mikrotikAttributes, mikrotikValues } from './mikrotik.ts';
import { nokiaAttributes } from './nokia.ts';
import { broadbandForumAttributes, chilliSpotAttributes, redbackAttributes, wisprAttributes } from './other-vendors.ts';
import { standardAttributes } from './standard-attributes.ts';
import { standardValues } from './standard-values.ts';
import type { AttributeEntry, AttributeTable, ValueTable } from './table.ts';

const vendors: Readonly<Record<number, AttributeTable>> = {
  9: ciscoAttributes,
  311: microsoftAttributes,
  2011: huaweiAttributes,
  2352: redbackAttributes,
  2636: juniperAttributes,
  3561: broadbandForumAttributes,
  4874: erxAttributes,
  6527: nokiaAttributes,
  14122: wisprAttributes,
  14559: chilliSpotAttributes,
  14988: mikrotikAttributes,
};

const values: ValueTable = {
  ...standardValues,
  ...ciscoValues,
  ...erxValues,
  ...juniperValues,
  ...microsoftValues,
  ...mikrotikValues,
};

const codes: Readonly<Record<number, string>> = {
  1: 'Access-Request',
  2: 'Access-Accept',
  3: 'Access-Reject',
  4: 'Accounting-Request',
  5: 'Accounting-Response',
  11: 'Access-Challenge',
  12: 'Status-Server',
  13: 'Status-Client',
  40: 'Disconnect-Request',
  41: 'Disconnect-ACK',
  42: 'Disconnect-NAK',
  43: 'CoA-Request',
  44: 'CoA-ACK',
  45: 'CoA-NAK',
};

/** The name of a packet code; `Code-99` for an unknown one. */
export function codeName(code: number): string {
  return codes[code] ?? `Code-${code}`;
}

/** A standard attribute; an unknown one is `Attr-201`, octets. */
export function attributeEntry(type: number): AttributeEntry {
  return standardAttributes[type] ?? [`Attr-${type}`, 'octets'];
}

/** A vendor's attribute; an unknown one is `Attr-26.14988.99`, octets. */
export function vendorAttributeEntry(vendor: number, type: number): AttributeEntry {
  return vendors[vendor]?.[type] ?? [`Attr-26.${vendor}.${type}`, 'octets'];
}

/** The name of an enumerated value, such as `Interim-Update` for 3 of `Acct-Status-Type`; null for an unknown one. */
export function valueName(attribute: string, value: number): string | null {
  return values[attribute]?.[value] ?? null;
}
