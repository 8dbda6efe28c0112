import { randomBytes } from 'node:crypto';
import { SecretsKeys } from '../../../../src/config/secrets-keys.ts';
import { Credential } from '../../../../src/radius/authentication/credential.ts';
import { type EapInput, EapServer, type EapStep } from '../../../../src/radius/authentication/eap/eap-server.ts';
import { SharedSecret } from '../../../../src/radius/protocol/crypto/shared-secret.ts';
import { eapMessageOf } from '../../../../src/radius/protocol/eap/eap-packet.ts';
import { AttributeWriter } from '../../../../src/radius/protocol/packet/attribute-writer.ts';
import type { Packet } from '../../../../src/radius/protocol/packet/packet.ts';
import { accessRequest, frame, parsed } from '../../protocol/packet/requests.ts';
import { seen } from './supplicant.ts';

export const SECRET = 'sesame';
export const server = new EapServer(new SecretsKeys(randomBytes(32)));
export const hello = new Credential('hello');
export const RAVI = { name: 'ravi', password: 'hello' };

/** The attributes of an answer as the NAS reads them. */
export const answer = (attributes: Buffer): Packet => parsed(frame(11, attributes));

/** A NAS that relays what the device says, with the State it was given. */
export function line(options: Partial<EapInput> & { server?: EapServer; userName?: string } = {}) {
  let state: Buffer | null = null;
  let at = 1_790_000_000_000;
  const requests: Packet[] = [];
  return {
    requests,
    wait: (seconds: number) => {
      at += 1000 * seconds;
    },
    setState: (changed: Buffer | null) => {
      state = changed;
    },
    get state() {
      return state;
    },
    say(message: Uint8Array, more: Partial<EapInput> = {}): EapStep {
      const writer = new AttributeWriter().text(1, options.userName ?? 'ravi').octets(79, message);
      if (state !== null) writer.octets(24, state);
      const packet = parsed(accessRequest(writer.bytes(), SECRET));
      requests.push(packet);
      const input = { packet, nasId: 3, secret: new SharedSecret(SECRET), credential: hello, at };
      const step = (options.server ?? server).next({ ...input, denial: () => null, ...options, ...more });
      if (step.kind === 'challenge') state = Buffer.from(answer(step.attributes).octets(24) ?? []);
      return step;
    },
  };
}

export function asked(step: EapStep) {
  if (step.kind !== 'challenge') throw new Error(`not a challenge: ${JSON.stringify(step)}`);
  return seen(eapMessageOf(answer(step.attributes)));
}
