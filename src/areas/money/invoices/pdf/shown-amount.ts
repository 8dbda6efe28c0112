/** With a minus sign (U+2212) in the place of a hyphen: `INR −47.20`. */
export const shownAmount = (text: string): string => text.replace(/(^|\s)-(?=\d)/, '$1\u2212');
