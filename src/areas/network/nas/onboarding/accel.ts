import { isIPv6 } from 'node:net';
import { lines, type Onboarding, type OnboardingFacts, plain, type Script } from './facts.ts';

/** accel-ppp.conf, where a comma ends the secret and `#` begins a comment. */
export const accel: Onboarding = {
  quoted: plain,
  scripts: (facts, secret) => [
    {
      place: 'Sections of /etc/accel-ppp.conf',
      text: lines(
        '[radius]',
        `nas-identifier=nas-${facts.id}`,
        !isIPv6(facts.nasIp) && `nas-ip-address=${facts.nasIp}`,
        `server=${facts.server},${secret},auth-port=${facts.authPort},acct-port=${facts.acctPort},req-limit=50,fail-timeout=0`,
        `dae-server=${isIPv6(facts.nasIp) ? '0.0.0.0' : facts.nasIp}:${facts.coaPort},${secret}`,
        'acct-interim-interval=300',
        '[shaper]',
        'attr=Filter-Id',
        '[ip-pool]',
        'attr=Framed-Pool',
        '100.64.255.2-254,name=blocked_pool',
        facts.ipoe && [
          '[ipoe]',
          'username=ifname',
          'password=empty',
          'vendor=ADSL-Forum',
          'attr-dhcp-opt82-remote-id=Agent-Remote-Id',
          'attr-dhcp-opt82-circuit-id=Agent-Circuit-Id',
        ],
        facts.ipv6Mode !== 'off' && ['[modules]', 'ipv6_nd', 'ipv6_dhcp', '[ppp]', 'ipv6=allow'],
      ),
    },
    ...dictionary(facts),
  ],
};

function dictionary({ ipoe }: OnboardingFacts): Script[] {
  if (!ipoe) return [];
  const text = lines(
    'VENDOR       ADSL-Forum 3561',
    'BEGIN-VENDOR ADSL-Forum',
    'ATTRIBUTE    Agent-Circuit-Id 1 octets',
    'ATTRIBUTE    Agent-Remote-Id  2 octets',
    'END-VENDOR   ADSL-Forum',
  );
  return [{ place: 'RADIUS dictionary of accel-ppp', text }];
}
