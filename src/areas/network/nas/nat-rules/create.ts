import { z } from 'zod';
import type { Call } from '../../../../core/call.ts';
import { badParameter, Fault, parameterFault } from '../../../../core/fault.ts';
import { created } from '../../../../core/tenancy/scope.ts';
import { described, id, ipv4, text, timestamp, wholeNumber } from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { problemOf } from '../../../../db/problem.ts';
import { findNas } from '../find.ts';
import { port } from '../vocabulary.ts';
import { blocksPerAddress, countOf, type NatRule } from './arithmetic.ts';

/** A public address then has at most a thousand inside addresses. */
const MIN_PORTS = 64;
const MAX_ADDRESSES = 65_536;

export const newNatRule = z.strictObject({
  nasid: id(),
  inside_from: ipv4(),
  inside_upto: ipv4(),
  public_from: ipv4(),
  public_upto: ipv4(),
  ports: wholeNumber(MIN_PORTS, 65_535),
  first_port: port().default(1024),
  last_port: port().default(65_535),
  valid_from: described('when absent, now', timestamp()).optional(),
  valid_upto: timestamp().optional(),
  notes: text(1000).optional(),
});

type NewNatRule = z.output<typeof newNatRule>;

/** Adds a rule of deterministic NAT, by which `radius/trace` finds who had a public port. Returns its id. */
export async function createNatRule(tx: Tx, { scope, kernel }: Call, input: NewNatRule): Promise<number> {
  if (scope.resellerId !== null) throw new Fault('forbidden', 'NAT rules belong to the ISP, not to its resellers');
  const validFrom = input.valid_from ?? kernel.clock.now();
  const rule = ruleOf(input);
  if (input.valid_upto && input.valid_upto <= validFrom) throw badParameter('valid_upto', 'must be after valid_from');
  const { ispId } = await findNas(tx, scope, input.nasid);
  const validity = { validFrom, validUpto: input.valid_upto ?? null };
  const data = { ispId, nasId: input.nasid, ...rule, ...validity, notes: input.notes ?? null, ...created(scope) };
  const made = await orOverlaps(() => tx.natRule.create({ data, select: { id: true } }));
  return made.id;
}

/** @throws Fault of kind `badInput` for ranges in the wrong order, or too little room for the inside addresses */
function ruleOf(input: NewNatRule): NatRule {
  const { ports, first_port: firstPort, last_port: lastPort } = input;
  const inside = countOf(input.inside_from, input.inside_upto);
  const outside = countOf(input.public_from, input.public_upto);
  if (inside < 1) throw badParameter('inside_upto', 'must not be below inside_from');
  if (inside > MAX_ADDRESSES) throw badParameter('inside_upto', `a rule has at most ${MAX_ADDRESSES} inside addresses`);
  if (outside < 1) throw badParameter('public_upto', 'must not be below public_from');
  if (lastPort < firstPort) throw badParameter('last_port', 'must not be below first_port');
  const rule = {
    insideFrom: input.inside_from,
    insideUpto: input.inside_upto,
    publicFrom: input.public_from,
    publicUpto: input.public_upto,
    ...{ ports, firstPort, lastPort },
  };
  const room = blocksPerAddress(rule) * outside;
  if (room < inside)
    throw badParameter(
      'ports',
      `the public addresses have ${room} blocks of ${ports} ports, for ${inside} inside addresses`,
    );
  return rule;
}

const OVERLAPS: Readonly<Record<string, readonly [parameter: string, problem: string]>> = {
  nat_rule_inside_excl: ['inside_from', 'another rule of the NAS has some of these inside addresses at that time'],
  nat_rule_public_excl: ['public_from', 'another rule of the ISP has some of these public addresses at that time'],
};

/** Turns the database's exclusion error into a fault that names the parameter. */
export async function orOverlaps<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const problem = problemOf(error);
    const [parameter, text] = OVERLAPS[problem?.constraint ?? ''] ?? ['valid_upto', 'another rule is in force then'];
    if (problem?.kind !== 'exclusion') throw error;
    throw parameterFault('conflict', parameter, text, { cause: error });
  }
}
