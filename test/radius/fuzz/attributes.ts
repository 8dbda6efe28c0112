export function attribute(type: number, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([type, value.length + 2]), value]);
}

export function number(value: number): Buffer {
  const octets = Buffer.alloc(4);
  octets.writeUInt32BE(value);
  return octets;
}
