import { z } from 'zod';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { OnboardingFacts } from '../nas/onboarding/facts.ts';
import { factsOf, type onboardInput, readNas } from '../nas/onboarding/nas-facts.ts';
import { askRouter } from './ask.ts';
import { blockedPool, filters, redirects, walledGarden } from './checks/blocked.ts';
import { CHECK_RESULTS, type Check, foundIn } from './checks/judge.ts';
import { dhcp, incoming, pppAaa, radius } from './checks/radius.ts';
import { ntp, services } from './checks/router-itself.ts';
import { findRouter, type RouterKernel, type RouterNas } from './find.ts';

const CHECKS = {
  radius,
  incoming,
  ppp_aaa: pppAaa,
  dhcp,
  blocked_pool: blockedPool,
  walled_garden: walledGarden,
  redirect: redirects,
  filter: filters,
  services,
  ntp,
} as const satisfies Record<string, Check>;

type CheckName = keyof typeof CHECKS;
const CHECK_NAMES = Object.keys(CHECKS) as [CheckName, ...CheckName[]];

export const routerCheck = z.object({
  checks: z.array(
    z.object({
      check: wire.oneOf(CHECK_NAMES),
      result: wire.oneOf(CHECK_RESULTS),
      /** What the router has; empty: nothing of that kind. */
      found: wire.shown(),
      /** To be pasted into its terminal; null if the check is `ok`. */
      command: wire.shown().nullable(),
    }),
  ),
});

interface Question {
  readonly scope: Scope;
  readonly kernel: RouterKernel;
  readonly input: z.output<typeof onboardInput>;
}

/**
 * Compares a router with the configuration that `radius/nas/onboard` has for it. Nothing that the router says becomes part of a
 * command. @throws Fault as `askRouter`
 */
export async function checkRouter(question: Question): Promise<z.output<typeof routerCheck>> {
  const { kernel, scope, input } = question;
  const [nas, row] = await Promise.all([findRouter(kernel.db.pool, scope, input.id), readNas(question)]);
  const facts = factsOf(row, kernel.config, input.server);
  const names = CHECK_NAMES.filter((name) => (CHECKS[name] as Check).applies?.(facts) ?? true);
  return { checks: await Promise.all(names.map((name) => carryOut(name, { kernel, nas, facts }))) };
}

interface Circumstances {
  readonly kernel: RouterKernel;
  readonly nas: RouterNas;
  readonly facts: OnboardingFacts;
}

async function carryOut(name: CheckName, { kernel, nas, facts }: Circumstances) {
  const { command, judge, shows, fix }: Check = CHECKS[name];
  // A router that refuses the command does not have what it shows, such as version 6 without the package ntp.
  const { rows, isRefused } = await askRouter(kernel, nas, command);
  const result = isRefused ? 'missing' : judge(rows, facts);
  return { check: name, result, found: foundIn(rows, shows), command: result === 'ok' ? null : fix(facts).join('\n') };
}
