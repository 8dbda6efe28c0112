import { lines, type Onboarding } from './facts.ts';

/** What the classic CLI of SR OS takes between quotation marks as it is. */
const QUOTABLE = /^[A-Za-z0-9 ._@:=+/*#$%&(),;^~-]+$/;

/** SR OS, classic CLI. */
export const nokia: Onboarding = {
  quoted: (secret) => (QUOTABLE.test(secret) ? `"${secret}"` : null),
  scripts: ({ server, authPort, acctPort, ipoe }, secret) => [
    {
      place: 'SR OS classic CLI',
      text: lines(
        '/configure router radius-server',
        `    server "lastmile" address ${server} secret ${secret} create`,
        '        accept-coa',
        `        auth-port ${authPort}`,
        `        acct-port ${acctPort}`,
        '    exit',
        '/configure router dhcp local-dhcp-server "lastmile" create',
        '    pool "blocked_pool" create',
        '        subnet 100.64.255.0/24 create',
        '            address-range 100.64.255.2 100.64.255.254',
        '        exit',
        '    exit',
        '/configure subscriber-mgmt',
        '    radius-server-policy "lastmile" create',
        '        servers',
        '            router "Base"',
        '            server 1 name "lastmile"',
        '        exit',
        '    exit',
        '    authentication-policy "lastmile" create',
        '        radius-server-policy "lastmile"',
        '        accept-authorization-change',
        ipoe && '        user-name-format mac',
        '        include-radius-attribute',
        '            circuit-id',
        '            remote-id',
        '            mac-address',
        '        exit',
        '    exit',
        '    radius-accounting-policy "lastmile" create',
        '        radius-server-policy "lastmile"',
        '        update-interval 5',
        '        session-accounting interim-update',
        '        include-radius-attribute',
        '            circuit-id',
        '            mac-address',
        '            framed-ip-addr',
        '            std-acct-attributes',
        '        exit',
        '    exit',
      ),
    },
  ],
};
