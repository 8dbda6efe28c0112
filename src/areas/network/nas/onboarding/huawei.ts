import { lines, type Onboarding, plain } from './facts.ts';

/** VRP configuration. A secret between percent signs would be an encrypted one. */
export const huawei: Onboarding = {
  quoted: plain,
  scripts: ({ server, authPort, acctPort, ipv6Mode }, secret) => [
    {
      place: 'VRP system view',
      text: lines(
        'radius-server group lastmile',
        ` radius-server authentication ${server} ${authPort}`,
        ` radius-server accounting ${server} ${acctPort}`,
        ` radius-server shared-key-cipher ${secret}`,
        ' quit',
        `radius-server authorization ${server} shared-key-cipher ${secret} server-group lastmile`,
        'ip pool blocked_pool bas local',
        ' gateway 100.64.255.1 255.255.255.0',
        ' section 0 100.64.255.2 100.64.255.254',
        ' quit',
        ipv6Mode === 'pool' && [
          'ipv6 prefix <pd-pool> delegation',
          ' prefix <prefix> delegating-prefix-length 56',
          ' quit',
          'ipv6 pool <pd-pool> bas delegation',
          ' prefix <pd-pool>',
          ' quit',
        ],
        'aaa',
        ' authentication-scheme lastmile',
        '  authentication-mode radius',
        '  quit',
        ' accounting-scheme lastmile',
        '  accounting-mode radius',
        '  accounting interim interval 5',
        '  quit',
        ' domain <domain>',
        '  authentication-scheme lastmile',
        '  accounting-scheme lastmile',
        '  radius-server group lastmile',
      ),
    },
  ],
};
