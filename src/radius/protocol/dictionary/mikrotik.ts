import type { AttributeTable, ValueTable } from './table.ts';

/** MikroTik, 14988. */
export const mikrotikAttributes: AttributeTable = {
  1: ['Mikrotik-Recv-Limit', 'integer'],
  2: ['Mikrotik-Xmit-Limit', 'integer'],
  3: ['Mikrotik-Group', 'text'],
  4: ['Mikrotik-Wireless-Forward', 'integer'],
  5: ['Mikrotik-Wireless-Skip-Dot1x', 'integer'],
  6: ['Mikrotik-Wireless-Enc-Algo', 'integer'],
  7: ['Mikrotik-Wireless-Enc-Key', 'secret'],
  8: ['Mikrotik-Rate-Limit', 'text'],
  9: ['Mikrotik-Realm', 'text'],
  10: ['Mikrotik-Host-IP', 'ipv4'],
  11: ['Mikrotik-Mark-Id', 'text'],
  12: ['Mikrotik-Advertise-URL', 'text'],
  13: ['Mikrotik-Advertise-Interval', 'integer'],
  14: ['Mikrotik-Recv-Limit-Gigawords', 'integer'],
  15: ['Mikrotik-Xmit-Limit-Gigawords', 'integer'],
  16: ['Mikrotik-Wireless-PSK', 'secret'],
  17: ['Mikrotik-Total-Limit', 'integer'],
  18: ['Mikrotik-Total-Limit-Gigawords', 'integer'],
  19: ['Mikrotik-Address-List', 'text'],
  20: ['Mikrotik-Wireless-MPKey', 'secret'],
  21: ['Mikrotik-Wireless-Comment', 'text'],
  22: ['Mikrotik-Delegated-IPv6-Pool', 'text'],
  23: ['Mikrotik-DHCP-Option-Set', 'text'],
  24: ['Mikrotik-DHCP-Option-Param-STR1', 'text'],
  25: ['Mikrotik-DHCP-Option-Param-STR2', 'text'],
  26: ['Mikrotik-Wireless-VLANID', 'integer'],
  27: ['Mikrotik-Wireless-VLANIDtype', 'integer'],
  28: ['Mikrotik-Wireless-Minsignal', 'text'],
  29: ['Mikrotik-Wireless-Maxsignal', 'text'],
  30: ['Mikrotik-Switching-Filter', 'text'],
};

export const mikrotikValues: ValueTable = {
  'Mikrotik-Wireless-Enc-Algo': {
    0: 'No-encryption',
    1: '40-bit-WEP',
    2: '104-bit-WEP',
    3: 'AES-CCM',
    4: 'TKIP',
  },
  'Mikrotik-Wireless-VLANIDtype': {
    0: '802.1q',
    1: '802.1ad',
  },
};
