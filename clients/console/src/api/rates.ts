import { fetchOverLine } from './line.ts';

/** What a session carries now. */
export interface Rates {
  readonly down_kbps: number;
  readonly up_kbps: number;
  /** `accounting`: the average of so many seconds that the NAS reported. */
  readonly source: 'router' | 'accounting';
  readonly seconds?: number;
}

const RATE = /event: rate\ndata: (.*)\n\n/g;

/** Tells the rates of an open session each second, until the node ends the stream. @throws Error with a sentence */
export async function readRates(id: number, tell: (rates: Rates) => void, signal: AbortSignal): Promise<void> {
  const response = await fetchOverLine('/console/file/session/throughput', {
    method: 'POST',
    headers: { 'x-lastmile': 'console', 'content-type': 'application/json' },
    body: JSON.stringify({ id: String(id) }),
    signal,
  });
  if (!response.ok) throw new Error(((await response.json()) as { error: string }).error);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const last = [...part.value.matchAll(RATE)].at(-1);
    if (last?.[1] !== undefined) tell(JSON.parse(last[1]) as Rates);
  }
}
