import { z } from 'zod';
import type { Call } from '../../../../core/call.ts';
import { badParameters, Fault, type FieldFault } from '../../../../core/fault.ts';
import { id, lineId, mac } from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { lockService } from '../find.ts';

export const newIdentity = z.strictObject({
  serviceid: id(),
  circuit_id: lineId().optional(),
  remote_id: lineId().optional(),
  mac: mac().optional(),
});

type NewIdentity = z.output<typeof newIdentity>;

/** So that no tenant fills the memory of all nodes. */
const MAX_IDENTITIES = 64;

/** Gives a service an identity, by which it logs in without a password where the NAS has `ipoe`. Returns the identity's id. */
export async function addIdentity(tx: Tx, { scope }: Call, input: NewIdentity): Promise<number> {
  const faults = identityFaults(input);
  if (faults.length > 0) throw badParameters(faults);
  const service = await lockService(tx, scope, input.serviceid);
  const count = await tx.serviceIdentity.count({ where: { serviceId: service.id } });
  if (count >= MAX_IDENTITIES)
    throw new Fault('conflict', `service ${service.id} already has ${MAX_IDENTITIES} identities, which is the limit`);
  const { id } = await tx.serviceIdentity.create({
    data: {
      ispId: service.ispId,
      serviceId: service.id,
      circuitId: input.circuit_id ?? null,
      remoteId: input.remote_id ?? null,
      mac: input.mac ?? null,
      createdBy: scope.by,
    },
    select: { id: true },
  });
  return id;
}

function identityFaults({ circuit_id, remote_id, mac }: NewIdentity): FieldFault[] {
  const faults: FieldFault[] = [];
  if (circuit_id === undefined && mac === undefined)
    faults.push({ parameter: 'circuit_id', problem: 'is required unless mac is given' });
  if (circuit_id !== undefined && mac !== undefined)
    faults.push({ parameter: 'mac', problem: 'must be the only identity; leave circuit_id out' });
  if (remote_id !== undefined && circuit_id === undefined)
    faults.push({ parameter: 'remote_id', problem: 'needs circuit_id' });
  return faults;
}
