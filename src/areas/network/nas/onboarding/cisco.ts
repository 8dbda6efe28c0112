import { isIPv6 } from 'node:net';
import { lines, type Onboarding, type OnboardingFacts, plain } from './facts.ts';

/** IOS and IOS XE configuration. A `0` before the secret says that it is not encrypted, whatever it begins with. */
export const cisco: Onboarding = {
  quoted: plain,
  scripts: (facts, secret) => [
    {
      place: 'IOS configuration mode',
      text: lines(
        'aaa new-model',
        'radius server lastmile',
        ` address ${isIPv6(facts.server) ? 'ipv6' : 'ipv4'} ${facts.server} auth-port ${facts.authPort} acct-port ${facts.acctPort}`,
        ` key 0 ${secret}`,
        'aaa group server radius lastmile',
        ' server name lastmile',
        facts.ipoe
          ? [
              'aaa authorization network lastmile group lastmile',
              'aaa authorization subscriber-service default local group lastmile',
              'aaa accounting network lastmile start-stop group lastmile',
            ]
          : [
              'aaa authentication ppp default group lastmile',
              'aaa authorization network default group lastmile',
              'aaa accounting network default start-stop group lastmile',
            ],
        'aaa accounting update periodic 5',
        'aaa server radius dynamic-author',
        ` client ${facts.server} server-key 0 ${secret}`,
        ` port ${facts.coaPort}`,
        facts.ipoe && identities(),
        'ip local pool blocked_pool 100.64.255.1 100.64.255.254',
        ipv6(facts),
      ),
    },
  ],
};

/** ISG: a session begins with a DHCP request, and is authorised by what option 82 says. */
const identities = (): string[] => [
  'policy-map type control lastmile',
  ' class type control always event session-start',
  '  1 authorize aaa list lastmile password lastmile identifier mac-address',
];

function ipv6({ ipv6Mode }: OnboardingFacts): string[] {
  if (ipv6Mode === 'prefix') return ['ipv6 unicast-routing', 'ipv6 dhcp pool lastmile', ' prefix-delegation aaa'];
  if (ipv6Mode === 'pool') return ['ipv6 unicast-routing', 'ipv6 local pool <pd-pool> <prefix> 56'];
  return [];
}
