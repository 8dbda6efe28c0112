import type { HotspotIsp } from '../../areas/online/hotspot/hotspot.ts';
import { escaped } from '../html.ts';
import { styleIn } from '../pay/style.ts';
import type { Page } from '../security.ts';
import type { Words } from './words.ts';

interface Shown {
  readonly isp: HotspotIsp;
  readonly words: Words;
  /** What is said to the guest; empty: nothing. */
  readonly said: string;
  /** Null: there is nothing to log in at. */
  readonly form: {
    readonly carried: readonly (readonly [string, string])[];
    /** The device may go online without a code. */
    readonly isKnown: boolean;
  } | null;
}

const STYLE = `
  label { display: block; font-weight: 600 } input[name=code] { font: inherit; font-size: 1.375rem; letter-spacing: .06em; width: 100%; max-width: 20rem; min-height: 3rem; padding: .25rem .75rem; box-sizing: border-box; border: 2px solid #5b6773; border-radius: .4rem; color: inherit; background: transparent }
  .pay { margin-top: 1rem } .plain { font: inherit; min-height: 2.75rem; min-width: 2.75rem; padding: .4rem 1rem; border: 1px solid currentColor; border-radius: .4rem; background: none; color: inherit; cursor: pointer }
  .said { border-left: .3rem solid currentColor; padding: .4rem .8rem }
`;

/** Where guests of a hotspot enter their code. It works without script. */
export function hotspotPage({ isp, words, said, form }: Shown): Page {
  const title = escaped(words.title(isp.name));
  const logo = isp.logo === '' ? '' : `<img src="${escaped(isp.logo)}" alt="">`;
  return (nonce) => `<!doctype html>
<html lang="${words.lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title}</title>
<style nonce="${nonce}">${styleIn(isp.color)}${STYLE}</style>
<header>
${logo}<h1>${title}</h1>
</header>
<main>
${said === '' ? '' : `<p class="said" role="alert">${escaped(said)}</p>`}
${form === null ? '' : formsOf(words, form)}
</main>
</html>
`;
}

function formsOf(words: Words, { carried, isKnown }: NonNullable<Shown['form']>): string {
  const hidden = carried.map(([name, value]) => field(name, value)).join('\n');
  const others = carried.filter(([name]) => name !== 'lang').map(([name, value]) => field(name, value));
  const { lang, name } = words.other;
  const known = `<form method="post"><p>${escaped(words.known)}</p>
${hidden}
<button class="pay" name="known" value="1">${escaped(words.goOnline)}</button></form>`;
  return `${isKnown ? known : ''}
<form method="post">
${hidden}
<label for="code">${escaped(words.code)}</label>
<p id="hint">${escaped(words.hint)}</p>
<input id="code" name="code" inputmode="numeric" autocomplete="off" maxlength="40" required aria-describedby="hint">
<p><button class="pay">${escaped(words.goOnline)}</button></p>
</form>
<form method="post">
${others.join('\n')}
<button class="plain" name="lang" value="${lang}" lang="${lang}">${escaped(name)}</button>
</form>`;
}

const field = (name: string, value: string): string =>
  `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`;
