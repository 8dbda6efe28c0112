import { words } from '../words/words.ts';
import type { Brand } from './place.ts';

/** Where the provider helps. */
export function Contact({ isp }: { readonly isp: Brand }) {
  return (
    <address>
      {words.page.help(isp.name)} <a href={`tel:${isp.mobile}`}>{isp.mobile}</a>,{' '}
      <a href={`mailto:${isp.email}`}>{isp.email}</a>
    </address>
  );
}
