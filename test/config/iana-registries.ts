/**
 * The IANA IPv4 and IPv6 Special-Purpose Address Registries as last updated on 9 October 2025: each block by its value of “Globally
 * Reachable”, which is empty or N/A in `notSaid`. Taken from copies of the registries’ CSV files, not from the product’s table.
 */
export const IANA_REGISTRIES = {
  reachable: [
    ...['192.0.0.9/32', '192.0.0.10/32', '192.31.196.0/24', '192.52.193.0/24', '192.175.48.0/24'],
    ...['64:ff9b::/96', '2001:1::1/128', '2001:1::2/128', '2001:1::3/128', '2001:3::/32', '2001:4:112::/48'],
    ...['2001:20::/28', '2001:30::/28', '2620:4f:8000::/48'],
  ],
  notReachable: [
    ...['0.0.0.0/8', '0.0.0.0/32', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
    ...['192.0.0.0/24', '192.0.0.0/29', '192.0.0.8/32', '192.0.0.170/32', '192.0.0.171/32', '192.0.2.0/24'],
    ...['192.88.99.2/32', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '240.0.0.0/4'],
    ...['255.255.255.255/32', '::1/128', '::/128', '::ffff:0:0/96', '64:ff9b:1::/48', '100::/64', '100:0:0:1::/64'],
    ...['2001::/23', '2001:2::/48', '2001:db8::/32', '3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10'],
  ],
  notSaid: ['192.88.99.0/24', '2001::/32', '2001:10::/28', '2002::/16'],
} as const;

/** Rows of the table that are of other registries of IANA: multicast, and what is no unicast address or is deprecated. */
export const OF_OTHER_REGISTRIES = [
  ...['224.0.0.0/4', '::/0', '2000::/3', '::/96', '::ffff:0:0:0/96', 'fec0::/10', 'ff00::/8'],
] as const;
