import { tellsVolume } from '../policy/accept-attributes.ts';
import type { VolumeLeft } from '../state/volume/volume-left.ts';
import type { Login } from './login.ts';
import type { Approval } from './login-responder.ts';

export function needsVolume({ request: { nas } }: Login, { profile }: Approval): boolean {
  return tellsVolume(nas, profile);
}

/** The approval with the volume that is left, where the NAS is told, and if there is an end to it. */
export async function volumeLimited(volumes: VolumeLeft, login: Login, approval: Approval): Promise<Approval> {
  if (!needsVolume(login, approval)) return approval;
  const volumeBytes = await volumes.of(login.service.id);
  return volumeBytes === null ? approval : { ...approval, profile: { ...approval.profile, volumeBytes } };
}
