import { createHash, hash, randomBytes } from 'node:crypto';
import { checkCredential } from '../../src/radius/authentication/check-credential.ts';
import { Credential } from '../../src/radius/authentication/credential.ts';
import { challengeHash, challengeResponse } from '../../src/radius/authentication/ms-chap.ts';
import { vendors } from '../../src/radius/policy/vendors/vendors.ts';
import { sha1, sha1Begin } from '../../src/radius/protocol/crypto/sha1.ts';
import { SharedSecret } from '../../src/radius/protocol/crypto/shared-secret.ts';
import { encodeAnswer } from '../../src/radius/protocol/packet/answer.ts';
import { Attribute } from '../../src/radius/protocol/packet/attribute.ts';
import { AttributeWriter } from '../../src/radius/protocol/packet/attribute-writer.ts';
import {
  verifyAccountingAuthenticator,
  verifyMessageAuthenticator,
} from '../../src/radius/protocol/packet/authenticator.ts';
import { Code } from '../../src/radius/protocol/packet/code.ts';
import { Packet } from '../../src/radius/protocol/packet/packet.ts';
import { type NpmAttribute, npmRadius } from '../radius/protocol/packet/npm-radius.ts';
import { accessRequest, hashedRequest, userPassword } from '../radius/protocol/packet/requests.ts';

// Nanoseconds of CPU for one packet: read, verify, answer, without sockets. Run with `npx tsx test/bench/radius-codec.ts`.
// Rounds of both codecs alternate, so that other load on the machine affects both; medians are compared.

const ROUNDS = 9;
const ROUND_MS = 150;

const secretText = 'a-shared-secret-16';
const secret = new SharedSecret(secretText);
const password = 'correct horse';
const credential = new Credential(password);

const accept = vendors.Mikrotik.acceptAttributes({
  downKbps: 20000,
  upKbps: 5000,
  pool: 'residential',
  framedIp: null,
  addressList: null,
  sessionTimeoutS: 86400,
  interimIntervalS: 300,
});

const npmAccept: NpmAttribute[] = [
  ['Session-Timeout', 86400],
  ['Acct-Interim-Interval', 300],
  ['Framed-Pool', 'residential'],
  ['Vendor-Specific', 14988, [[8, Buffer.from('5000k/20000k')]]],
];

/** What RouterOS sends for PPPoE, except the password. */
const about = new AttributeWriter()
  .integer(Attribute.ServiceType, 2)
  .integer(Attribute.FramedProtocol, 1)
  .integer(Attribute.NasPort, 15728640)
  .integer(Attribute.NasPortType, 15)
  .text(Attribute.UserName, 'subscriber-004711')
  .text(Attribute.CallingStationId, '00:0C:42:43:44:45')
  .text(Attribute.CalledStationId, 'internet')
  .text(Attribute.NasPortId, 'ether2-clients')
  .text(Attribute.NasIdentifier, 'tower-12')
  .ipv4(Attribute.NasIpAddress, '192.0.2.1')
  .bytes();

function pap(): Buffer {
  const authenticator = randomBytes(16);
  const hidden = userPassword(Buffer.from(password), secretText, authenticator);
  return accessRequest(Buffer.concat([about, hidden]), secretText, authenticator);
}

function chap(): Buffer {
  const authenticator = randomBytes(16);
  const response = createHash('md5').update('\x01').update(password).update(authenticator).digest();
  const value = Buffer.concat([Buffer.from([1]), response]);
  const attributes = Buffer.concat([about, new AttributeWriter().octets(Attribute.ChapPassword, value).bytes()]);
  return accessRequest(attributes, secretText, authenticator);
}

function msChap2(): Buffer {
  const challenges = { authenticatorChallenge: randomBytes(16), peerChallenge: randomBytes(16) };
  const exchange = { ...challenges, userName: Buffer.from('subscriber-004711'), ntResponse: Buffer.alloc(24) };
  const ntResponse = challengeResponse(challengeHash(exchange), credential.ntHash);
  const value = Buffer.concat([Buffer.from([1, 0]), exchange.peerChallenge, Buffer.alloc(8), ntResponse]);
  const writer = new AttributeWriter()
    .vendorOctets(311, 11, exchange.authenticatorChallenge)
    .vendorOctets(311, 25, value);
  return accessRequest(Buffer.concat([about, writer.bytes()]), secretText);
}

function interim(): Buffer {
  const writer = new AttributeWriter().integer(Attribute.AcctStatusType, 3).text(Attribute.AcctSessionId, '81a00b2c');
  writer.integer(Attribute.AcctSessionTime, 7200).integer(Attribute.AcctDelayTime, 0);
  writer.integer(Attribute.AcctInputOctets, 123456789).integer(Attribute.AcctOutputOctets, 987654321);
  writer.integer(Attribute.AcctInputPackets, 1234567).integer(Attribute.AcctOutputPackets, 2345678);
  return hashedRequest(Code.AccountingRequest, Buffer.concat([about, writer.bytes()]), secretText);
}

function ourLogin(datagram: Buffer): Buffer {
  const packet = Packet.parse(datagram);
  if (packet === null || !verifyMessageAuthenticator(packet, secret)) throw new Error('not authentic');
  packet.text(Attribute.UserName);
  const check = checkCredential(packet, credential, secret);
  if (!check.ok) throw new Error(check.reason);
  const answer = { code: Code.AccessAccept, attributes: accept, own: check.replyAttributes };
  return encodeAnswer(packet, answer, secret) ?? Buffer.alloc(0);
}

function npmLogin(datagram: Buffer): Buffer {
  const packet = npmRadius.decode({ packet: datagram, secret: secretText });
  if (packet.attributes['User-Password'] !== password) throw new Error('wrong password');
  return npmRadius.encode_response({ packet, code: 'Access-Accept', secret: secretText, attributes: [...npmAccept] });
}

function ourAccounting(datagram: Buffer): Buffer {
  const packet = Packet.parse(datagram);
  if (packet === null || !verifyAccountingAuthenticator(packet, secret)) throw new Error('not authentic');
  packet.text(Attribute.UserName);
  packet.text(Attribute.AcctSessionId);
  for (let type = Attribute.AcctStatusType; type <= Attribute.AcctOutputGigawords; type++) packet.integer(type);
  return encodeAnswer(packet, { code: Code.AccountingResponse }, secret) ?? Buffer.alloc(0);
}

function npmAccounting(datagram: Buffer): Buffer {
  const packet = npmRadius.decode({ packet: datagram, secret: secretText });
  return npmRadius.encode_response({ packet, code: 'Accounting-Response', secret: secretText, attributes: [] });
}

/** Nanoseconds of CPU per call over one round. */
function round(work: (datagram: Buffer) => Buffer, datagrams: readonly Buffer[]): number {
  const start = process.cpuUsage();
  let calls = 0;
  let elapsed = 0;
  while (elapsed < ROUND_MS * 1e6) {
    for (const datagram of datagrams) work(datagram);
    calls += datagrams.length;
    const { user, system } = process.cpuUsage(start);
    elapsed = (user + system) * 1000;
  }
  return elapsed / calls;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function compare(
  name: string,
  make: () => Buffer,
  contenders: [ours: (d: Buffer) => Buffer, rival?: (d: Buffer) => Buffer],
  rivalName = 'npm radius',
) {
  const datagrams = Array.from({ length: 256 }, make);
  const times = contenders.map(() => [] as number[]);
  for (let i = 0; i <= ROUNDS; i++) {
    for (const [contender, work] of contenders.entries()) {
      const time = work && round(work, datagrams);
      if (time !== undefined && i > 0) times[contender]?.push(time); // the first round warms up
    }
  }
  const [ours = Number.NaN, rival] = times.map(median);
  const compared =
    contenders[1] && rival !== undefined
      ? `   ${rivalName} ${rival.toFixed(0).padStart(6)} ns   ratio ${(rival / ours).toFixed(1)}`
      : '';
  console.log(`${name.padEnd(44)} ${ours.toFixed(0).padStart(6)} ns${compared}`);
}

compare('PAP, Message-Authenticator both ways', pap, [ourLogin, npmLogin]);
compare('accounting, 18 attributes', interim, [ourAccounting, npmAccounting]);
compare('CHAP, Message-Authenticator both ways', chap, [ourLogin]);
compare('MS-CHAPv2 with MPPE keys, the same', msChap2, [ourLogin]);

// The six hashes of one MS-CHAPv2 log-in with MPPE keys: the reason for our own SHA-1.
const loginHashes = (sha: (...parts: Buffer[]) => Buffer, first: (words: number, ...parts: Buffer[]) => Buffer) => {
  const [challenge, response, constant, pad] = [16, 24, 40, 84].map((length) => Buffer.alloc(length, length));
  if (!challenge || !response || !constant || !pad) throw new Error('no buffers');
  return () => {
    first(2, challenge, challenge, response);
    sha(sha(challenge, response, constant), challenge, constant);
    const master = first(4, challenge, response, constant);
    first(4, master, constant, pad, constant);
    return first(4, master, constant, pad, constant);
  };
};
const nodeSha = (...parts: Buffer[]) => hash('sha1', Buffer.concat(parts), 'buffer');
compare(
  'the SHA-1 of one MS-CHAPv2 log-in',
  () => Buffer.alloc(0),
  [loginHashes(sha1, sha1Begin), loginHashes(nodeSha, (words, ...parts) => nodeSha(...parts).subarray(0, 4 * words))],
  'crypto.hash',
);
