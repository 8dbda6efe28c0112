/** The EAP types in use here (RFC 3748 section 5; draft-kamath-pppext-eap-mschapv2 for 26, draft-kamath-pppext-peapv0 for 33). */
export const EapType = {
  Identity: 1,
  Nak: 3,
  Md5Challenge: 4,
  Tls: 13,
  Ttls: 21,
  Peap: 25,
  MsChapV2: 26,
  Extensions: 33,
} as const;

/** As the authentication log names them. */
export type EapMethod =
  | 'EAP-MD5'
  | 'EAP-MSCHAPv2'
  | 'EAP-TLS'
  /** While it is not known what is said in the tunnel. */
  | 'EAP-TTLS'
  | 'EAP-TTLS-PAP'
  | 'EAP-TTLS-MSCHAPv2'
  | 'PEAP'
  | 'PEAP-MSCHAPv2';

/** Names of the types that devices ask for; most of them set up a TLS tunnel first. */
const NAMES: Readonly<Record<number, string>> = {
  4: 'EAP-MD5',
  5: 'EAP-OTP',
  6: 'EAP-GTC',
  13: 'EAP-TLS',
  17: 'LEAP',
  18: 'EAP-SIM',
  21: 'EAP-TTLS',
  23: 'EAP-AKA',
  25: 'PEAP',
  26: 'EAP-MSCHAPv2',
  43: 'EAP-FAST',
  50: 'EAP-AKA-Prime',
  52: 'EAP-PWD',
  55: 'TEAP',
};

export function eapTypeName(type: number): string {
  return NAMES[type] ?? `EAP type ${type}`;
}
