import type { AccessAt } from '../../areas/network/sessions/access-at.ts';
import { escaped } from '../html.ts';
import type { Page } from '../security.ts';

/** What a blocked subscriber sees instead of the page they wanted, and where they can go from there. */
export function captivePage(found: AccessAt | null): Page {
  const { title, lines } = found ? wordsFor(found) : UNKNOWN;
  const logo = found?.logo ? `<img src="${escaped(found.logo)}" alt="${escaped(found.isp)}">\n` : '';
  return (nonce) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escaped(title)}</title>
<style nonce="${nonce}">
  body { font: 18px/1.6 system-ui, sans-serif; max-width: 32rem; margin: 15vh auto 2rem; padding: 0 1.25rem; color: #1c2733; background: #fff }
  h1 { font-size: 1.5rem; line-height: 1.25 } a { color: #0b5cad }
  img { max-width: 12rem; max-height: 4rem }
  .pay { display: inline-block; padding: .6rem 1.4rem; border-radius: .4rem; background: #0b5cad; color: #fff; text-decoration: none; font-weight: 600 }
  @media (prefers-color-scheme: dark) { body { color: #e6ebf0; background: #12181f } a { color: #7db9f5 } .pay { background: #7db9f5; color: #12181f } }
</style>
<main>
${logo}<h1>${escaped(title)}</h1>
${lines.map((line) => `<p>${line}</p>`).join('\n')}
</main>
</html>
`;
}

interface Words {
  readonly title: string;
  /** HTML. */
  readonly lines: readonly string[];
}

const UNKNOWN: Words = {
  title: 'We know no connection at this address',
  lines: [
    'This page tells subscribers why their Internet access is limited. Open it from the connection in question, at the address that your provider gives you.',
  ],
};

function wordsFor({ isp, access, reason, portalUrl, mobile, email }: AccessAt): Words {
  if (access === 'plan')
    return {
      title: 'Your Internet access is open',
      lines: [
        `${escaped(isp)} does not limit it. If a page does not open, disconnect your router for a moment and try again.`,
      ],
    };
  const limited = access === 'reduced' ? 'Your Internet access is slower' : 'Your Internet access is limited';
  return {
    title: reason === null ? limited : `${limited}: ${reason}`,
    lines: [
      ...(portalUrl === '' ? [] : [`<a class="pay" href="${escaped(portalUrl)}">Pay or renew</a>`]),
      `For help, contact ${escaped(isp)}: <a href="tel:${escaped(mobile)}">${escaped(mobile)}</a> or <a href="mailto:${escaped(email)}">${escaped(email)}</a>.`,
    ],
  };
}
