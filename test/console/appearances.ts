import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '../fixtures/chromium.ts';
import { quietAfter } from '../fixtures/quiet-page.ts';
import type { ConsoleBrowser } from './console-browser.ts';

export interface Appearance {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
}

/** How the console is looked at: each pair has both schemes, a phone and a wide window. */
const PAIRS = [
  [
    { colorScheme: 'light', width: 390 },
    { colorScheme: 'dark', width: 1024 },
  ],
  [
    { colorScheme: 'dark', width: 390 },
    { colorScheme: 'light', width: 1440 },
  ],
] as const satisfies readonly [Appearance, Appearance][];

export const APPEARANCES = PAIRS[0];

/** Those of the screen at a place of a list: its neighbour is looked at in the other pair. */
export const appearancesOf = (at: number): readonly [Appearance, Appearance] => PAIRS[at % 2 === 0 ? 0 : 1];

/** Where one look is enough: the four ways take turns. */
export const appearanceAt = (at: number): Appearance => appearancesOf(at)[at % 4 < 2 ? 0 : 1];

/** For axe alone: the page itself has its policy in other tests. Half-transparent dialogs on their way have other contrasts. */
export const FOR_AXE = { bypassCSP: true, reducedMotion: 'reduce' } as const satisfies Parameters<
  ConsoleBrowser['open']
>[1];

export const appear = (page: Page, { colorScheme, width }: Appearance): Promise<void> =>
  quietAfter(page, async () => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 850 });
    const isThere = `document.documentElement.dataset.mantineColorScheme === '${colorScheme}' && innerWidth === ${width}`;
    await expect.poll(() => page.evaluate<boolean>(isThere)).toBe(true);
  });

/**
 * What a thumb has to hit that is lower than 44 pixels. A field is as high as the box around it, a name whose card opens as
 * that card, and what clears a field is a part of it.
 */
const LOW = `[...document.querySelectorAll('button, summary, [role=tab], input:not([type=hidden], [type=radio]), .mantine-SegmentedControl-label, nav a')].flatMap((each) => {
  if (!each.checkVisibility() || each.closest('.mantine-Pill-root, .mantine-Input-section')) return [];
  if (getComputedStyle(each, '::after').position === 'absolute') return [];
  const { height } = (each.closest('label, .mantine-Input-wrapper') ?? each).getBoundingClientRect();
  return height >= 43.5 ? [] : [(each.textContent || each.ariaLabel || each.outerHTML) + ': ' + height];
})`;

/** Meets WCAG AA, and is not wider than its window; on a phone every control fits a thumb. */
export async function expectAccessible(page: Page, screen: string, { colorScheme, width }: Appearance): Promise<void> {
  const where = `${screen}, ${colorScheme} at ${width} pixels`;
  expect(await violations(page), where).toEqual([]);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth'), where).toBeLessThanOrEqual(width);
  if (width < 600) expect(await page.evaluate<string[]>(LOW), where).toEqual([]);
}
