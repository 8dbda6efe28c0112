import type { AttributeTable, ValueTable } from './table.ts';

/** Juniper, 2636. */
export const juniperAttributes: AttributeTable = {
  1: ['Juniper-Local-User-Name', 'text'],
  2: ['Juniper-Allow-Commands', 'text'],
  3: ['Juniper-Deny-Commands', 'text'],
  4: ['Juniper-Allow-Configuration', 'text'],
  5: ['Juniper-Deny-Configuration', 'text'],
  8: ['Juniper-Interactive-Command', 'text'],
  9: ['Juniper-Configuration-Change', 'text'],
  10: ['Juniper-User-Permissions', 'text'],
  11: ['Juniper-Junosspace-Profile', 'text'],
  21: ['Juniper-CTP-Group', 'integer'],
  22: ['Juniper-CTPView-APP-Group', 'integer'],
  23: ['Juniper-CTPView-OS-Group', 'integer'],
  31: ['Juniper-Primary-Dns', 'ipv4'],
  32: ['Juniper-Primary-Wins', 'ipv4'],
  33: ['Juniper-Secondary-Dns', 'ipv4'],
  34: ['Juniper-Secondary-Wins', 'ipv4'],
  35: ['Juniper-Interface-id', 'text'],
  36: ['Juniper-Ip-Pool-Name', 'text'],
  37: ['Juniper-Keep-Alive', 'integer'],
  38: ['Juniper-CoS-Traffic-Control-Profile', 'text'],
  39: ['Juniper-CoS-Parameter', 'text'],
  40: ['Juniper-encapsulation-overhead', 'integer'],
  41: ['Juniper-cell-overhead', 'integer'],
  42: ['Juniper-tx-connect-speed', 'integer'],
  43: ['Juniper-rx-connect-speed', 'integer'],
  44: ['Juniper-Firewall-filter-name', 'text'],
  45: ['Juniper-Policer-Parameter', 'text'],
  46: ['Juniper-Local-Group-Name', 'text'],
  47: ['Juniper-Local-Interface', 'text'],
  48: ['Juniper-Switching-Filter', 'text'],
  49: ['Juniper-VoIP-Vlan', 'text'],
  50: ['Juniper-CWA-Redirect', 'text'],
  52: ['Juniper-AV-Pair', 'text'],
};

export const juniperValues: ValueTable = {
  'Juniper-CTP-Group': {
    1: 'Read_Only',
    2: 'Admin',
    3: 'Privileged_Admin',
    4: 'Auditor',
  },
  'Juniper-CTPView-APP-Group': {
    1: 'Net_View',
    2: 'Net_Admin',
    3: 'Global_Admin',
  },
  'Juniper-CTPView-OS-Group': {
    1: 'Web_Manager',
    2: 'System_Admin',
    3: 'Auditor',
  },
};
