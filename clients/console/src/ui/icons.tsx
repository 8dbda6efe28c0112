/** Icons of one hand: 24 units square, a line of 1.75, round ends. Drawn here, since icon packages are large. */
const PATHS = {
  alert: 'M12 4 2.8 19.5h18.4L12 4Zm0 6v4.5m0 2.6v.1',
  arrowDown: 'M12 5v14m-5-5 5 5 5-5',
  arrowUp: 'M12 19V5m-5 5 5-5 5 5',
  bell: 'M6 16.5V11a6 6 0 1 1 12 0v5.5l1.5 2h-15l1.5-2Zm4 4.5h4',
  bolt: 'M13 3 5 13.5h6L10.5 21 19 10h-6.2L13 3Z',
  building: 'M4 21V5l8-2v18m0-11h8v11M2.5 21h19M7.5 8.5v.1m0 3.9v.1m0 3.9v.1m8.5-2.6v.1m0 2.9v.1',
  card: 'M3 6.5h18v11.5H3V6.5ZM3 10.5h18M6.5 14.5h4',
  chart: 'M4 4v16h16M8 16v-4m4 4V8m4 8v-6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevronDown: 'm6 9.5 6 6 6-6',
  chevronRight: 'm9.5 6 6 6-6 6',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Zm0 4V12l3 2',
  columns: 'M4 5h16v14H4V5Zm5.3 0v14m5.4-14v14',
  copy: 'M9 9h11v11H9V9Zm-3.5 6H4V4h11v1.5',
  dots: 'M5 12h1m5.5 0h1m5.5 0h1',
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M4.5 19.5h15',
  filter: 'M4 6h16M7 12h10m-7 6h4',
  funnel: 'M3.5 5h17l-6.5 8v6l-4 1.5V13L3.5 5Z',
  gauge: 'M4.5 18a9 9 0 1 1 15 0M12 14l4-5M12 14v.1',
  gear: 'M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6Zm0-5.5v2m0 13v2M3.5 12h2m13 0h2M6 6l1.4 1.4m9.2 9.2L18 18M18 6l-1.4 1.4M7.4 16.6 6 18',
  history: 'M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 4v4.5h4.5M12 8v4.5l3 1.8',
  info: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Zm0 7.5v5m0-8.1v.1',
  key: 'M8 11.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8Zm3-.5L19.5 4M16 7l2.5 2.5M13.5 9l2 2',
  keyboard: 'M3 7h18v10H3V7Zm4 3.5v.1m3.3-.1v.1m3.4-.1v.1m3.3-.1v.1M8 14h8',
  layers: 'm12 3.5 9 4.5-9 4.5L3 8l9-4.5ZM3.5 12 12 16.3l8.5-4.3m-17 4L12 20.3l8.5-4.3',
  logOut: 'M10 4H5v16h5m4-4 4-4-4-4m4 4H9.5',
  mail: 'M3.5 6h17v12h-17V6Zm0 .8L12 13l8.5-6.2',
  menu: 'M4 7h16M4 12h16M4 17h16',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z',
  network:
    'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM3.5 12h17M12 3.5c2.4 2.6 3.6 5.4 3.6 8.5s-1.2 5.9-3.6 8.5c-2.4-2.6-3.6-5.4-3.6-8.5s1.2-5.9 3.6-8.5Z',
  pause: 'M8.5 5v14m7-14v14',
  pencil: 'm4 20 1-4.5L16 4.5l3.5 3.5L8.5 19 4 20Zm10-13.5 3.5 3.5',
  phone: 'M6 3.5h3l1.5 4.5-2 1.5a11 11 0 0 0 6 6l1.5-2 4.5 1.5v3c0 1-.8 2-2 2A16.5 16.5 0 0 1 4 5.5c0-1.2 1-2 2-2Z',
  pin: 'M12 21c4.5-4.8 6.7-8.3 6.7-11a6.7 6.7 0 1 0-13.4 0c0 2.7 2.2 6.2 6.7 11Zm0-13.2a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6Z',
  play: 'M7.5 5v14l11-7-11-7Z',
  plug: 'M9 3v5m6-5v5M6.5 8h11v3.5a5.5 5.5 0 0 1-11 0V8Zm5.5 9v4',
  plus: 'M12 5v14M5 12h14',
  pool: 'M12 4.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4Zm-6.5 11a2 2 0 1 1 0 4 2 2 0 0 1 0-4Zm13 0a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM12 8.5V12m-6.5 3.5V12h13v3.5',
  receipt: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2v-17Zm3 5h6m-6 4h6',
  refresh: 'M20 12a8 8 0 1 1-2.4-5.7L20 8.5M20 4v4.5h-4.5',
  router: 'M3.5 13.5h17v6h-17v-6Zm3.5 3v.1m3-.1v.1M17 13.5V10M13 7a5.5 5.5 0 0 1 8 0m-6 2.2a2.8 2.8 0 0 1 4 0',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Zm4.8 11.3L20.5 20.5',
  server: 'M4 4.5h16v6H4v-6Zm0 9h16v6H4v-6Zm3.5-6v.1m0 8.9v.1M11 7.5h5m-5 9h5',
  shield: 'm12 3.5 7.5 2.7V12c0 4-3 7-7.5 8.5C7.5 19 4.5 16 4.5 12V6.2L12 3.5Zm-3 8.3 2.2 2.2 4-4.3',
  signal: 'M4 18v-3m5.3 3v-6m5.4 6V9M20 18V5',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8Zm0-5v1.5m0 15V21m9-9h-1.5m-15 0H3m15.4-6.4-1.1 1.1M6.7 17.3l-1.1 1.1m12.8 0-1.1-1.1M6.7 6.7 5.6 5.6',
  swap: 'M4 8.5h15m-4-4 4 4-4 4M20 15.5H5m4 4-4-4 4-4',
  ticket: 'M3.5 6.5h17v3.6a2 2 0 0 0 0 3.8v3.6h-17v-3.6a2 2 0 0 0 0-3.8V6.5Zm10.5 2v.1m0 3.3v.1m0 3.4v.1',
  trash: 'M5 7h14M10 7V4.5h4V7m-7.5 0 1 13h9l1-13M10.5 11v5m3-5v5',
  user: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4.5 20.5c.7-3.8 3.5-5.8 7.5-5.8s6.8 2 7.5 5.8',
  users:
    'M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7ZM2.5 19.5c.5-3.3 3-5 6.5-5s6 1.7 6.5 5M15.5 5.3a3.5 3.5 0 0 1 0 6.4m2.5 3.2c2 .7 3.2 2.3 3.5 4.6',
  wallet: 'M4 7.5V18a1.5 1.5 0 0 0 1.5 1.5H20v-12H5.5A1.5 1.5 0 0 1 4 6a1.5 1.5 0 0 1 1.5-1.5H17v3m-.5 5.9v.1',
  x: 'm6 6 12 12M18 6 6 18',
} as const;

export type IconName = keyof typeof PATHS;

interface IconProps {
  readonly name: IconName;
  readonly size?: number;
  /** Read aloud; without it the icon is decoration. */
  readonly label?: string;
}

export function Icon({ name, size = 18, label }: IconProps) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it has a label, or is hidden from readers
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
