import type { AccessProfile } from './profile.ts';

/** A value of a vendor attribute (RFC 2865 section 5.26), one less for a tag. */
const MAX_OCTETS = 246;

/** The address of the page, for a vendor with an attribute of its own for it; null for who is not blocked, or without one. */
export const redirectUrl = ({ redirect }: AccessProfile): string | null =>
  redirect && redirect.url !== '' && fits(redirect.url) ? redirect.url : null;

/**
 * The lines of the template of the NAS for a blocked subscriber; none for others. A line that needs an address is left out
 * without one.
 */
export function redirectLines({ redirect }: AccessProfile): string[] {
  if (!redirect?.template) return [];
  return redirect.template.split('\n').flatMap((line) => {
    if (redirect.url === '' && line.includes('{portal_url}')) return [];
    const text = line.trim().replaceAll('{portal_url}', redirect.url);
    return text !== '' && fits(text) ? [text] : [];
  });
}

const fits = (text: string) => Buffer.byteLength(text) <= MAX_OCTETS;
