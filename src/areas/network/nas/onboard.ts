import { isIP } from 'node:net';
import { z } from 'zod';
import type { Config } from '../../../config/config.ts';
import * as wire from '../../../core/wire/index.ts';
import { unseal } from '../../../db/seal.ts';
import { ONBOARDING_FAULTS, onboardingFaults } from './onboarding/faults.ts';
import { readMarks, readUnknownSources } from './onboarding/marks.ts';
import { factsOf, type NasRow, type Question, readNas } from './onboarding/nas-facts.ts';
import { writeScripts } from './onboarding/scripts.ts';
import { UNKNOWN_SERVER } from './onboarding/server.ts';
import { todo } from './onboarding/todo.ts';

const scriptFields = {
  /** `<server>`: nobody has named it. */
  server: wire.shown(),
  scripts: z.array(z.object({ place: wire.shown(), text: wire.shown() })),
  /** What is left to do by hand, one sentence each. */
  todo: z.array(wire.shown()),
};

export const nasScript = z.object(scriptFields);

const instant = () => wire.timestamp().nullable();

export const onboarding = z.object({
  ...scriptFields,
  /** When it was last seen; null: not yet. At most a minute old. */
  seen: z.object({
    auth: instant(),
    acct: instant(),
    interim: instant(),
    /** The first. */
    gigawords: instant(),
    /** The first without EAP. */
    message_authenticator: instant(),
    /** The minute of the last answer to a Disconnect- or CoA-Request. */
    coa: instant(),
  }),
  faults: z.array(z.object({ fault: wire.oneOf(ONBOARDING_FAULTS), problem: wire.shown(), at: instant() })),
});

function configure(
  nas: NasRow,
  config: Config,
  { server, secret }: { server?: string | undefined; secret: string | null },
) {
  const facts = factsOf(nas, config, server);
  const { scripts, isUnsayable } = writeScripts(nas.vendor, facts, secret);
  const { vendor, identifier } = nas;
  const proxy = nas.proxyId === null ? null : (nas.proxy ?? 'in front of it');
  const isServerName = facts.server !== UNKNOWN_SERVER && isIP(facts.server) === 0;
  const left = todo({ vendor, facts, scripts, isUnsayable, isServerName, proxy, identifier });
  return { server: facts.server, scripts, todo: left };
}

/** How to configure a NAS, what has been seen of it, and what is wrong. The secret stays secret. */
export async function onboard(question: Question): Promise<z.output<typeof onboarding>> {
  const { scope, kernel, input } = question;
  const nas = await readNas(question);
  const isAdministrator = scope.ispId === null;
  const [marks, unknown] = await Promise.all([
    readMarks(kernel.db, nas.id),
    isAdministrator ? readUnknownSources(kernel.db, nas.id) : [],
  ]);
  const signing = nas.proxyId === null && nas.tlsIdentity === null ? nas.policy : null;
  return {
    ...configure(nas, kernel.config, { server: input.server, secret: null }),
    seen: {
      auth: marks.auth_at,
      acct: marks.acct_at,
      interim: marks.interim_at,
      gigawords: marks.gigawords_at,
      message_authenticator: marks.message_authenticator_at,
      coa: marks.coa_at,
    },
    faults: onboardingFaults({ ip: nas.ip, coaPort: nas.coaPort, signing }, marks, unknown),
  };
}

/** The configuration with the secret in it. */
export async function revealScript(question: Question): Promise<z.output<typeof nasScript>> {
  const { kernel, input } = question;
  const nas = await readNas(question);
  const secret = unseal(kernel.secretsKeys, 'nas.secret', nas.secret);
  return configure(nas, kernel.config, { server: input.server, secret });
}
