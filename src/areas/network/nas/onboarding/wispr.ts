import { lines, type Onboarding, plain } from './facts.ts';

/** Values to enter: each hotspot has its own form for them. */
export const wispr: Onboarding = {
  quoted: plain,
  scripts: (facts, secret) => [
    {
      place: 'RADIUS settings of the hotspot',
      text: lines(
        `Server: ${facts.server}`,
        `Authentication port: ${facts.authPort}`,
        `Accounting port: ${facts.acctPort}`,
        `Shared secret: ${secret}`,
        `NAS identifier: nas-${facts.id}`,
        'Interim-Update interval: 300 seconds',
        `Disconnect and CoA (RFC 5176) port: ${facts.coaPort}`,
      ),
    },
  ],
};
