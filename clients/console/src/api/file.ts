import { documented } from './documented.ts';
import { NoAnswer } from './faults.ts';
import { fetchOverLine } from './line.ts';

export interface TakenFile {
  readonly name: string;
  readonly content: Blob;
}

/**
 * A file that the node makes, with the parameters of its endpoint: `subscriber/export`. Browsers keep large ones on disk.
 * @throws Error with a sentence
 */
export async function takeFile(path: string, parameters: Readonly<Record<string, unknown>>): Promise<TakenFile> {
  const response = await fetchOverLine(`/console/file/${path}`, {
    method: 'POST',
    headers: { 'x-lastmile': 'console', 'content-type': 'application/json' },
    body: JSON.stringify(documented(parameters)),
  }).catch((error: unknown) => {
    throw new NoAnswer('read', error);
  });
  if (!response.ok) throw new Error(((await response.json()) as { error: string }).error);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'file';
  return { name, content: await response.blob() };
}

/**
 * Sends a file as the body of a call, with the parameters of its endpoint in the address.
 * @throws Error with a sentence, or NoAnswer: it may have arrived
 */
export async function sendFile(path: string, parameters: Readonly<Record<string, unknown>>, file: Blob): Promise<void> {
  const given = Object.entries(documented(parameters)).map(([name, value]) => [name, String(value)]);
  const response = await fetchOverLine(`/console/file/${path}?${new URLSearchParams(given)}`, {
    method: 'POST',
    headers: { 'x-lastmile': 'console', 'content-type': 'application/octet-stream' },
    body: file,
  }).catch((error: unknown) => {
    throw new NoAnswer('unknown', error);
  });
  if (!response.ok) throw new Error(((await response.json()) as { error: string }).error);
}

export function save({ name, content }: TakenFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has taken it long before.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
