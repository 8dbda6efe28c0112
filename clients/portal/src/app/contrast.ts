/** The share of white's luminance (WCAG 2.2, relative luminance) of `#rrggbb`. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Black or white, whichever can be read better on a colour: its contrast is 4.58 or more on any. */
export function textOn(color: string): '#000000' | '#ffffff' {
  const share = luminance(color);
  return (share + 0.05) / 0.05 >= 1.05 / (share + 0.05) ? '#000000' : '#ffffff';
}
