import { EapType } from '../../../protocol/eap/eap-type.ts';
import type { MppeKeys } from '../../mppe.ts';
import type { TlsEngine } from './tls-engine.ts';

/** MSK and EMSK, 64 octets each. With TLS 1.3 the length goes into the derivation, so both are always asked for. */
const LENGTH = 128;
const KEY = 32;

/** The halves of the MSK as the NAS uses them (RFC 5216 section 2.3, RFC 5281 section 8; with TLS 1.3 RFC 9427 section 2.1). */
export function masterKeys(engine: TlsEngine, type: number): MppeKeys {
  const label = type === EapType.Ttls ? 'ttls keying material' : 'client EAP encryption';
  const material = engine.isTls13
    ? engine.keyingMaterial(LENGTH, 'EXPORTER_EAP_TLS_Key_Material', Buffer.of(type))
    : engine.keyingMaterial(LENGTH, label);
  return { receive: material.subarray(0, KEY), send: material.subarray(KEY, 2 * KEY) };
}
