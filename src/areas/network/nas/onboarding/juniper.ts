import { lines, type Onboarding } from './facts.ts';

/** What Junos takes between quotation marks as it is. `$9$` would be an encrypted secret. */
const QUOTABLE = /^(?!\$\d\$)[A-Za-z0-9 ._@:=+/*!#$%&(),;^~-]+$/;

/** Junos `set` commands. */
export const juniper: Onboarding = {
  quoted: (secret) => (QUOTABLE.test(secret) ? `"${secret}"` : null),
  scripts: ({ server, authPort, acctPort, coaPort, ipv6Mode, ipoe }, secret) => [
    {
      place: 'Junos configuration mode',
      text: lines(
        `set access radius-server ${server} secret ${secret}`,
        `set access radius-server ${server} port ${authPort} accounting-port ${acctPort} dynamic-request-port ${coaPort}`,
        'set access profile lastmile authentication-order radius',
        `set access profile lastmile radius authentication-server ${server}`,
        `set access profile lastmile radius accounting-server ${server}`,
        'set access profile lastmile accounting order radius',
        'set access profile lastmile accounting update-interval 10',
        ipoe && [
          'set system services dhcp-local-server group lastmile authentication password lastmile',
          'set system services dhcp-local-server group lastmile authentication username-include mac-address',
          'set system services dhcp-local-server group lastmile interface <interface>',
        ],
        'set access address-assignment pool blocked_pool family inet network 100.64.255.0/24',
        ipv6Mode === 'pool' && [
          'set access address-assignment pool <pd-pool> family inet6 prefix <prefix>',
          'set access address-assignment pool <pd-pool> family inet6 range lastmile prefix-length 56',
        ],
      ),
    },
  ],
};
