/** The share of white's luminance (WCAG 2.2, relative luminance) of `#rrggbb`. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Black or white, whichever can be read better on a colour. */
const textOn = (color: string): string => (luminance(color) > 0.1791 ? '#000000' : '#ffffff');

const NEUTRAL = '#0b5cad';

/** The style of a payment's page in the colour of an ISP, as on its other pages; empty: a neutral one. */
export function styleIn(color: string): string {
  const brand = /^#[0-9a-f]{6}$/.test(color) ? color : NEUTRAL;
  return `
  body { font: 18px/1.6 system-ui, sans-serif; margin: 0; color: #1c2733; background: #fff; overflow-wrap: anywhere }
  header, main { padding: 1rem max(1.25rem, calc(50vw - 16rem)) }
  header, .pay { background: ${brand}; color: ${textOn(brand)} }
  header { display: flex; gap: 1rem; align-items: center }
  img { max-width: 8rem; max-height: 2.5rem }
  h1 { margin: 0; font-size: 1.25rem; line-height: 1.25 } a { color: #0b5cad } strong { font-size: 1.75rem; white-space: nowrap }
  p { margin: .75rem 0 } p > a { display: inline-block; min-height: 2.75rem; padding: .4rem 0; box-sizing: border-box }
  .pay, p > .pay { display: inline-block; min-height: 2.75rem; font: inherit; border: 0; padding: .6rem 1.4rem; border-radius: .4rem; text-decoration: none; font-weight: 600; cursor: pointer }
  p > .pay { color: ${textOn(brand)} }
  :focus-visible { outline: 3px solid; outline-offset: 2px }
  @media (prefers-color-scheme: dark) { body { color: #e6ebf0; background: #12181f } a { color: #7db9f5 } }
`;
}
