import { textOn } from './contrast.ts';

/** Gives the heading and the buttons the colour of the ISP. */
export function wear(color: string): void {
  if (!/^#[0-9a-f]{6}$/.test(color)) return;
  const { style } = document.documentElement;
  style.setProperty('--brand', color);
  style.setProperty('--on-brand', textOn(color));
}
