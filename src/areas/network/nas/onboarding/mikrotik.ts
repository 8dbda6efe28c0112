import { lines, type Onboarding, type OnboardingFacts, type Script } from './facts.ts';
import {
  accounting,
  apiUser,
  BLOCKED_POOL,
  captiveOption,
  FILTERS,
  gardenHosts,
  graphing,
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
    ...graphs(facts),
  ],
};

const graphs = (facts: OnboardingFacts): Script[] =>
  facts.graphPort === null
    ? []
    : [{ place: 'RouterOS terminal, for the graphs that it draws', text: lines(graphing(facts, facts.graphPort)) }];

function walledGarden({ garden, ipoe }: OnboardingFacts): string[] {
  if (garden === null) return [];
  return [...gardenHosts(garden), redirect(garden), ...FILTERS, ...(ipoe ? [captiveOption(garden)] : [])];
}
