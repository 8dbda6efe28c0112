/** The Microsoft attributes (RFC 2548) that MS-CHAP reads and writes. */
export const Microsoft = {
  ChapResponse: 1,
  ChapError: 2,
  MppeEncryptionPolicy: 7,
  MppeEncryptionTypes: 8,
  ChapChallenge: 11,
  ChapMppeKeys: 12,
  MppeSendKey: 16,
  MppeRecvKey: 17,
  Chap2Response: 25,
  Chap2Success: 26,
} as const;
