import { z } from 'zod';
import { ispShape } from '../../../core/tenancy/owner.ts';
import { CHANNELS } from '../../../core/vocabulary/notice.ts';
import * as wire from '../../../core/wire/index.ts';

/** How an ISP sends by a channel: what is of SMTP, and what is of a request to a provider. */
export const senderSettings = z.strictObject({
  ...ispShape(),
  channel: wire.oneOf(CHANNELS),
  host: wire.text(253).optional(),
  port: wire.described('default: 587', wire.wholeNumber(1, 65535)).optional(),
  username: wire.text(200).optional(),
  from: wire.email().optional(),
  url: wire.text(2000).optional(),
  headers: wire.text(4000).optional(),
  body: wire.text(8000).optional(),
  expect: wire.text(200).optional(),
  country_code: wire.wholeNumber(1, 9999).optional(),
  per_second: wire.wholeNumber(1, 10_000).optional(),
  per_day: wire.wholeNumber(1, 100_000_000).optional(),
  secret: wire.secret(1000).optional(),
});
