import { lines, type Onboarding, type OnboardingFacts } from './facts.ts';
import {
  accounting,
  apiUser,
  BLOCKED_POOL,
  captiveOption,
  FILTERS,
  gardenHosts,
  incoming,
  quoted,
  radiusClient,
  redirect,
} from './routeros-lines.ts';

/** RouterOS commands. */
export const mikrotik: Onboarding = {
  quoted,
  scripts: (facts, secret) => [
    {
      place: 'RouterOS terminal',
      text: lines(
        radiusClient(facts, secret),
        incoming(facts),
        accounting(facts),
        BLOCKED_POOL,
        walledGarden(facts),
        facts.ipv6Mode !== 'off' && !facts.ipoe && '/ppp profile set default use-ipv6=yes',
        facts.ipv6Mode === 'pool' && '/ipv6 pool add name=<pd-pool> prefix=<prefix> prefix-length=56',
      ),
    },
    { place: 'RouterOS terminal, for the router API (optional)', text: lines(apiUser(facts)) },
  ],
};

function walledGarden({ garden, ipoe }: OnboardingFacts): string[] {
  if (garden === null) return [];
  return [...gardenHosts(garden), redirect(garden), ...FILTERS, ...(ipoe ? [captiveOption(garden)] : [])];
}
