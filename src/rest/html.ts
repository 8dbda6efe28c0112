const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as content or attribute value of a page. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] as string);
