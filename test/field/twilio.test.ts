import { expect, it } from 'vitest';
import { isSignedByTwilio, twilioSignature } from '../../docs/integrate/examples/twilio-signature.mjs';
import { casesOf } from './cases.ts';

/** A file of `twilio/`: a request, the token of the account, and whether the signature is right. */
interface Case {
  readonly token: string;
  readonly url: string;
  readonly fields: readonly [name: string, value: string][];
  readonly signature: string;
  readonly right: boolean;
}

it.each(casesOf<Case>('twilio'))('twilio: $name', ({ token, url, fields, signature, right }) => {
  expect(isSignedByTwilio(token, { url, fields, signature })).toBe(right);
});

it('a port that the address has or lacks is the usual one', () => {
  const fields: [string, string][] = [['CallSid', 'CA1']];
  const url = 'https://menu.example.net/call?caller=1';
  const withPort = url.replace('.net/', '.net:443/');
  for (const [signed, called] of [
    [withPort, url],
    [url, withPort],
  ] as const) {
    const signature = twilioSignature('12345', signed, fields).toString('base64');
    expect(isSignedByTwilio('12345', { url: called, fields, signature })).toBe(true);
    expect(isSignedByTwilio('12345', { url: called.replace('caller=1', 'caller=2'), fields, signature })).toBe(false);
  }
});
