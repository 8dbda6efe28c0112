import type { VendorName } from '../../areas/network/nas/vendors.ts';
import type { RatePreview, RateQuestion } from '../../core/network/network.ts';
import { describeAttributes } from '../protocol/dictionary/describe.ts';
import { decideChange } from './session-change.ts';
import type { AccessProfile } from './vendors/profile.ts';
import { vendors } from './vendors/vendors.ts';

/** What a NAS is sent for a rate, and for the change to another one. */
export function previewRate({ vendor: name, rateTemplate, burst, redirect, from, to }: RateQuestion): RatePreview {
  const vendor = vendors[name as VendorName];
  const profile = (rates: RateQuestion['from']): AccessProfile => ({
    ...rates,
    burst,
    rateTemplate,
    pool: null,
    framedIp: null,
    addressList: null,
    sessionTimeoutS: null,
    interimIntervalS: null,
  });
  const change = decideChange(vendor, profile(to), profile(from));
  const nothing = profile({ downKbps: 0, upKbps: 0 });
  return {
    login: describeAttributes(vendor.acceptAttributes(profile(from))),
    change: { by: change.by, attributes: change.by === 'coa' ? describeAttributes(change.attributes) : [] },
    redirect: describeAttributes(vendor.acceptAttributes({ ...nothing, redirect })),
  };
}
