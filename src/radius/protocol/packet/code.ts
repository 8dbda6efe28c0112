/** Packet codes (RFC 2865 section 3, RFC 2866 section 3, RFC 5176 section 2.3, RFC 5997 section 3). */
export const Code = {
  AccessRequest: 1,
  AccessAccept: 2,
  AccessReject: 3,
  AccountingRequest: 4,
  AccountingResponse: 5,
  AccessChallenge: 11,
  StatusServer: 12,
  DisconnectRequest: 40,
  DisconnectAck: 41,
  DisconnectNak: 42,
  CoaRequest: 43,
  CoaAck: 44,
  CoaNak: 45,
} as const;
