import { furtherMobiles } from '../further-mobiles.ts';
import type { Account } from './tables.ts';

/** What daloRADIUS has of the person with a user name: `userinfo`, else `userbillinfo`. */
export function customerOf({ username, info = {}, bill = {} }: Account): Record<string, string> {
  const first = (...texts: (string | null | undefined)[]) => texts.find((text) => text?.trim())?.trim() ?? '';
  const [mobile = '', ...others] = [info.mobilephone, info.workphone, info.homephone, bill.phone].filter((text) =>
    text?.trim(),
  );
  const company = first(info.company, bill.company);
  const name = first(info.firstname, bill.contactperson, company, username);
  return {
    ...(company === '' ? {} : { type: 'Organisation' }),
    name: name.slice(0, 200),
    surname: first(info.lastname),
    mobile: mobile?.trim() ?? '',
    other_mobiles: furtherMobiles(others),
    email: first(info.email, bill.email),
    zipcode: first(info.zip, bill.zip).slice(0, 16),
    state: first(info.state, bill.state),
    city: first(info.city, bill.city),
    street: first(info.address, bill.address),
    notes: first(info.notes),
  };
}
