import { z } from 'zod';
import { ispShape } from '../../../core/tenancy/owner.ts';
import { CHANNELS } from '../../../core/vocabulary/notice.ts';
import * as wire from '../../../core/wire/index.ts';

/** How an ISP sends by a channel: what is of SMTP, and what is of a request to a provider. */
export const senderSettings = z.strictObject({
  ...ispShape(),
  channel: wire.oneOf(CHANNELS),
  host: wire.described('email: the SMTP server', wire.text(253)).optional(),
  port: wire.described('email: default 587', wire.wholeNumber(1, 65535)).optional(),
  username: wire.described('email: for the SMTP server, if it needs one', wire.text(200)).optional(),
  from: wire.described('email: the address of the sender', wire.email()).optional(),
  url: wire.described('sms, whatsapp: with placeholders such as {to}', wire.text(2000)).optional(),
  headers: wire.described('sms, whatsapp: one per line', wire.text(4000)).optional(),
  body: wire
    .described('sms, whatsapp: the body of a POST; without it the request is a GET', wire.text(8000))
    .optional(),
  expect: wire
    .described('sms, whatsapp: a text that the provider’s answer contains if it accepted the message', wire.text(200))
    .optional(),
  country_code: wire
    .described(
      'sms, whatsapp: the country code for telephone numbers without one, such as 91',
      wire.wholeNumber(1, 9999),
    )
    .optional(),
  secret: wire
    .described('the SMTP password, or the value of {secret}; unchanged if left out', wire.secret(1000))
    .optional(),
});
