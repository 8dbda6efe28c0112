import { z } from 'zod';
import { badParameters } from '../../../core/fault.ts';
import type { Network } from '../../../core/network/network.ts';
import { burst } from '../../../core/vocabulary/burst.ts';
import * as wire from '../../../core/wire/index.ts';
import { rateTemplate, rateTemplateFaults } from './rate-template.ts';
import { redirectTemplate, redirectTemplateFaults } from './redirect-template.ts';
import { VENDOR_NAMES } from './vendors.ts';

const rate = () => wire.wholeNumber(0, 1_000_000_000);

export const ratePreviewInput = z.strictObject({
  vendor: wire.oneOf(VENDOR_NAMES),
  rate_template: rateTemplate().optional(),
  redirect_template: redirectTemplate().optional(),
  portal_url: wire.text(500).optional(),
  dl: rate(),
  ul: rate(),
  burst: burst().optional(),
  new_dl: wire.described('default: dl', rate()).optional(),
  new_ul: wire.described('default: ul', rate()).optional(),
});

const attributes = z.array(z.object({ name: wire.shown(), value: wire.shown() }));

export const ratePreview = z.object({
  /** What the Access-Accept says about the rate. */
  attributes,
  /** How an open session gets to the new rate. */
  change_by: wire.oneOf(['nothing', 'coa', 'disconnect']),
  /** Of the CoA-Request. */
  change_attributes: attributes,
  /** What leads a blocked subscriber to the page, besides pool and address list. */
  redirect_attributes: attributes,
});

type Input = z.output<typeof ratePreviewInput>;

/** What a NAS of this vendor would be sent for a rate, with a template that is checked as a NAS's would be. */
export function previewRate(network: Pick<Network, 'previewRate'>, input: Input): z.output<typeof ratePreview> {
  const faults = [
    ...rateTemplateFaults(input.rate_template, input.vendor),
    ...redirectTemplateFaults(input.redirect_template, input.vendor),
  ];
  if (faults.length > 0) throw badParameters(faults);
  const { vendor, dl, ul, new_dl: newDl = dl, new_ul: newUl = ul } = input;
  const written = { vendor, rateTemplate: input.rate_template ?? null, burst: input.burst };
  const { login, change, redirect } = network.previewRate({
    redirect: { url: input.portal_url ?? '', template: input.redirect_template ?? null },
    ...written,
    from: { downKbps: dl, upKbps: ul },
    to: { downKbps: newDl, upKbps: newUl },
  });
  return {
    attributes: named(login),
    change_by: change.by,
    change_attributes: named(change.attributes),
    redirect_attributes: named(redirect),
  };
}

const named = (lines: readonly (readonly [name: string, value: string])[]) =>
  lines.map(([name, value]) => ({ name, value }));
