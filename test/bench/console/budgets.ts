/** In milliseconds. */
export type Figures = Readonly<Record<keyof typeof TABLE, number>>;

interface Budget {
  readonly name: string;
  /** Absent: there is none. */
  readonly atMost?: number;
}

const TABLE = {
  firstRowsIsp: { name: 'first rows, 20,000 services', atMost: 1_000 },
  firstRows: { name: 'first rows, 1,000,000 services', atMost: 2_000 },
  // Without a graphics card the processor draws the pixels too, as fast as the machine is.
  frames: { name: 'frames at the wheel, p95', atMost: 17 },
  mainThread: { name: 'main thread per frame at the wheel, p95', atMost: 10 },
  middle: { name: 'rows in the middle, after a jump' },
  end: { name: 'rows at the end, after a jump' },
  filter: { name: 'first rows after a filter' },
  open: { name: 'a subscriber opened' },
  palette: { name: 'found by the palette' },
  interaction: { name: 'longest interaction', atMost: 100 },
  elsewhere: { name: 'a change seen elsewhere', atMost: 2_000 },
  cold: { name: 'first rows, cold, 1.5 Mbit/s, 300 ms', atMost: 5_000 },
  warm: { name: 'first rows, warm, 1.5 Mbit/s, 300 ms', atMost: 2_500 },
} as const satisfies Record<string, Budget>;

export const BUDGETS = Object.entries(TABLE) as [keyof typeof TABLE, Budget][];
