import { z } from 'zod';
import { shownOctetText } from '../../../../core/network/octet-text.ts';
import type { Scope } from '../../../../core/tenancy/scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import { noted } from '../answering.ts';
import type { RouterKernel } from '../find.ts';
import { keepPace } from '../pace.ts';
import { shownText } from '../values.ts';
import { compareSessions, DIFFERENCES, type Pair, type RouterSession, SESSION_KINDS } from './compare.ts';
import { type ComparedNas, findCompared } from './find.ts';
import { noteCompared } from './notes.ts';
import { type ComparedSession, graceOf, ownSessions, seenOnNas } from './own-sessions.ts';
import { routerSessions } from './router-sessions.ts';

/** Rows of each list that are shown. */
const MAX_SHOWN = 200;

const here = {
  /** As `session/live` has it. */
  id: wire.amount(),
  serviceid: wire.id().nullable(),
  username: wire.shown(),
  mac: wire.shown().nullable(),
  ip: wire.shown().nullable(),
  updatetime: wire.timestamp(),
};
const there = {
  kind: wire.oneOf(SESSION_KINDS),
  username: wire.shown(),
  mac: wire.shown().nullable(),
  ip: wire.shown().nullable(),
  /** Seconds. */
  uptime: wire.amount().nullable(),
};

export const reconciled = z.object({
  on_nas: wire.count(),
  here: wire.count(),
  agreed: wire.count(),
  only_on_nas: wire.count(),
  only_here: wire.count(),
  differs: wire.count(),
  /** The first 200 of each kind. */
  sessions_only_on_nas: z.array(z.object(there)),
  sessions_only_here: z.array(z.object(here)),
  sessions_that_differ: z.array(
    z.object({
      ...here,
      differs: wire.csv(wire.oneOf(DIFFERENCES)),
      router_ip: wire.shown().nullable(),
      router_mac: wire.shown().nullable(),
    }),
  ),
});

/** What the caller sees of the sessions of a NAS, on both sides. */
export interface Reconciled {
  readonly askedAt: Date;
  readonly pairs: readonly Pair<ComparedSession>[];
  readonly onlyOnNas: readonly RouterSession[];
  readonly onlyHere: readonly ComparedSession[];
  /** How many the router lists, of anybody. */
  readonly listed: number;
}

/** Asks a router for its sessions and compares them with those open here. @throws Fault as `askRouter` */
export async function compareNas(kernel: RouterKernel, scope: Scope, compared: ComparedNas): Promise<Reconciled> {
  const { db, clock } = kernel;
  const { nas, isIpoe, isWhole } = compared;
  const askedAt = clock.now();
  const listed = await noted(kernel, nas.id, () => routerSessions(kernel, nas, isIpoe));
  const graceS = await graceOf(db, nas.id);
  const own = await ownSessions(db, scope, { nasId: nas.id, askedAt }, graceS);
  const all = compareSessions(listed, own, graceS);
  return {
    ...{ askedAt, listed: listed.length },
    pairs: all.pairs.filter((pair) => pair.here.isSeen),
    onlyOnNas: isWhole ? all.onlyOnNas : await seenOnNas(db, scope, all.onlyOnNas),
    onlyHere: all.onlyHere.filter(({ isSeen }) => isSeen),
  };
}

export const countsOf = ({ pairs, onlyOnNas, onlyHere }: Reconciled) => {
  const differing = pairs.filter(({ differs }) => differs.length > 0).length;
  return {
    on_nas: pairs.length + onlyOnNas.length,
    here: pairs.length + onlyHere.length,
    agreed: pairs.length - differing,
    only_on_nas: onlyOnNas.length,
    only_here: onlyHere.length,
    differs: differing,
  };
};

/** A person looks at the lists in between. */
const PER_MINUTE = 10;

/** @throws Fault of kind `tooMany` above ten comparisons a minute of a login user */
export const paceComparisons = ({ db, clock }: RouterKernel, userId: number): void =>
  keepPace(db, { what: 'comparisons', perMinute: PER_MINUTE, of: userId }, clock.now().getTime());

/** @throws Fault as `askRouter`, or of kind `notFound` unless the caller sees the NAS */
export async function reconcileNas(
  kernel: RouterKernel,
  scope: Scope,
  nasId: number,
): Promise<z.output<typeof reconciled>> {
  const compared = await findCompared(kernel.db, scope, nasId);
  const found = await compareNas(kernel, scope, compared);
  const counts = countsOf(found);
  if (compared.isWhole) await noteCompared(kernel.db, nasId, { counts, at: found.askedAt });
  return {
    ...counts,
    sessions_only_on_nas: found.onlyOnNas.slice(0, MAX_SHOWN).map(shownThere),
    sessions_only_here: found.onlyHere.slice(0, MAX_SHOWN).map(shownHere),
    sessions_that_differ: found.pairs
      .filter(({ differs }) => differs.length > 0)
      .slice(0, MAX_SHOWN)
      .map((pair) => ({
        ...shownHere(pair.here),
        ...{ differs: [...pair.differs], router_mac: pair.there.mac, router_ip: addressOf(pair.there) },
      })),
  };
}

const addressOf = ({ address }: RouterSession): string | null => (address === null ? null : shownText(address));

const shownThere = (session: RouterSession) => ({
  kind: session.kind,
  username: shownText(session.name),
  mac: session.mac,
  ip: addressOf(session),
  uptime: session.uptime,
});

const shownHere = ({ id, serviceId, name, mac, address, updatedAt }: ComparedSession) => ({
  ...{ id, serviceid: serviceId, username: shownOctetText(name), mac, ip: address, updatetime: updatedAt },
});
