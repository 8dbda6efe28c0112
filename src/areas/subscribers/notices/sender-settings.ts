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
  username: wire.described('email: of the SMTP server, if it wants one', wire.text(200)).optional(),
  from: wire.described('email: the address of the sender', wire.email()).optional(),
  url: wire.described('sms, whatsapp: with placeholders such as {to}', wire.text(2000)).optional(),
  headers: wire.described('sms, whatsapp: one a line', wire.text(4000)).optional(),
  body: wire.described('sms, whatsapp: of a POST; without it the request is a GET', wire.text(8000)).optional(),
  expect: wire.described('sms, whatsapp: a text that the answer of an accepted message has', wire.text(200)).optional(),
  country_code: wire
    .described('sms, whatsapp: of telephone numbers that have none, such as 91', wire.wholeNumber(1, 9999))
    .optional(),
  secret: wire
    .described('the SMTP password, or what {secret} stands for; kept as it is if left out', wire.secret(1000))
    .optional(),
});
