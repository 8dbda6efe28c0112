import { z } from 'zod';
import * as wire from '../../../../core/wire/index.ts';

/* How invoices are paid, as they say it. */

/** Forms of browsers end lines with CR LF. */
const withPlainEnds = (text: string): string => text.replaceAll('\r\n', '\n');

function setting(isRight: (text: string) => boolean, problem: string, example: string) {
  return wire.kind(
    z.string(wire.errorText(problem)).overwrite(withPlainEnds).trim().refine(isRight, { error: problem }),
    {
      parse: (text) => text,
      render: (value: string) => value,
      document: { type: 'string', example },
    },
  );
}

/** Lines of text, or nothing. */
export const bankDetails = () =>
  setting(
    (text) => text.length <= 500 && !/[^\P{Cc}\n]/u.test(text),
    'must be a text of at most 500 characters, or empty',
    'State Bank of India, account 12345678901, IFSC SBIN0000001',
  );

/** A virtual payment address (NPCI, UPI Linking Specifications), or nothing. */
export const upiId = () =>
  setting(
    (text) => text === '' || /^[\w.-]{2,256}@[A-Za-z]{2,64}$/.test(text),
    'must be a UPI ID such as isp@okbank, or empty',
    'isp@okbank',
  );
