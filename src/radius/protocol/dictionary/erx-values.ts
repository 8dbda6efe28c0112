import type { ValueTable } from './table.ts';

/** The enumerated values of Juniper's ERX attributes. */
export const erxValues: ValueTable = {
  'ERX-Ingress-Statistics': {
    0: 'disable',
    1: 'enable',
  },
  'ERX-Egress-Statistics': {
    0: 'disable',
    1: 'enable',
  },
  'ERX-Atm-Service-Category': {
    1: 'UBR',
    2: 'UBRPCR',
    3: 'nrtVBR',
    4: 'CBR',
  },
  'ERX-Cli-Allow-All-VR-Access': {
    0: 'disable',
    1: 'enable',
  },
  'ERX-Sa-Validate': {
    0: 'disable',
    1: 'enable',
  },
  'ERX-Igmp-Enable': {
    0: 'disable',
    1: 'enable',
  },
  'ERX-Qos-Profile-Interface-Type': {
    1: 'IP',
    2: 'ATM',
    3: 'HDLC',
    4: 'ETHERNET',
    5: 'SERVER-PORT',
    6: 'ATM-1483',
    7: 'FRAME-RELAY',
    8: 'MPLS-MINOR',
    9: 'CBF',
    10: 'IP-TUNNEL',
    11: 'VLAN-SUB',
    12: 'PPPOE-SUB',
  },
  'ERX-Tunnel-Nas-Port-Method': {
    0: 'None',
    1: 'CISCO-CLID',
  },
  'ERX-PPP-Auth-Protocol': {
    0: 'None',
    1: 'PAP',
    2: 'CHAP',
    3: 'PAP-CHAP',
    4: 'CHAP-PAP',
  },
  'ERX-Bearer-Type': {
    0: 'None',
    1: 'Analog',
    2: 'Digital',
  },
  'ERX-LI-Action': {
    0: 'off',
    1: 'on',
    2: 'noop',
  },
  'ERX-Service-Statistics': {
    0: 'disabled',
    1: 'time',
    2: 'time-volume',
  },
  'ERX-DF-Bit': {
    0: 'dont-ignore-df-bit',
    1: 'ignore-df-bit',
  },
  'ERX-MLD-Version': {
    1: 'v1',
    2: 'v2',
  },
  'ERX-IGMP-Version': {
    1: 'v1',
    2: 'v2',
    3: 'v3',
  },
  'ERX-L2TP-Resynch-Method': {
    0: 'disable',
    1: 'failover',
    2: 'silent-failover',
    3: 'failover-with-silent-backup',
  },
  'ERX-Tunnel-Tx-Speed-Method': {
    1: 'static-layer2',
    2: 'dynamic-layer2',
    3: 'qos',
    4: 'actual',
  },
  'ERX-IGMP-Immediate-Leave': {
    0: 'disabled',
    1: 'enabled',
  },
  'ERX-MLD-Immediate-Leave': {
    0: 'disabled',
    1: 'enabled',
  },
  'ERX-IP-Block-Multicast': {
    0: 'disabled',
    1: 'enabled',
  },
  'ERX-IGMP-Explicit-Tracking': {
    0: 'disabled',
    1: 'enabled',
  },
  'ERX-IGMP-No-Tracking-V2-Grps': {
    0: 'disabled',
    1: 'enabled',
  },
  'ERX-MLD-Explicit-Tracking': {
    0: 'disabled',
    1: 'enabled',
  },
  'ERX-MLD-No-Tracking-V1-Grps': {
    0: 'disabled',
    1: 'enabled',
  },
  'ERX-DSL-Line-State': {
    1: 'SHOWTIME',
    2: 'IDLE',
    3: 'SILENT',
  },
  'ERX-DSL-Type': {
    1: 'ADSL1',
    2: 'ADSL2',
    3: 'ADSL2PLUS',
    4: 'VDSL1',
    5: 'VDSL2',
    6: 'SDSL',
    7: 'UNKNOWN',
  },
  'ERX-PPP-Monitor-Ingress-Only': {
    0: 'disabled',
    1: 'enabled',
  },
  'ERX-Service-Activate-Type': {
    1: 'dynamic-profile',
    2: 'op-script',
  },
  'ERX-Pim-Enable': {
    0: 'disabled',
    1: 'enabled',
  },
  'ERX-Re-Authentication-Catalyst': {
    0: 'disabled',
    1: 'client-renew',
  },
  'ERX-Acct-Request-Reason': {
    1: 'Acct-Start-Ack',
    2: 'Periodic',
    4: 'IP-Active',
    8: 'IP-Inactive',
    16: 'IPv6-Active',
    32: 'IPv6-Inactive',
    64: 'Session-Active',
    128: 'Session-Inactive',
    256: 'Line-Speed-Change',
    512: 'Address-Assignment-Change',
    1024: 'CoA-Complete',
  },
  'ERX-Routing-Services': {
    0: 'disabled',
    1: 'enabled',
  },
  'ERX-PON-Access-Type': {
    0: 'Other',
    1: 'GPON',
    2: 'XG-PON1',
    3: 'TWDM-PON',
    4: 'XGS-PON',
    5: 'WDM-PON',
    7: 'UNKNOWN',
  },
};
