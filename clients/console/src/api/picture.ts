import { documented } from './documented.ts';
import { NoAnswer } from './faults.ts';
import { fetchOverLine } from './line.ts';

/**
 * A picture that the node passes on, with the parameters of its endpoint: `radius/nas/graph`. Null: there is none (404).
 * @throws Error with a sentence
 */
export async function takePicture(path: string, parameters: Readonly<Record<string, unknown>>, signal: AbortSignal) {
  const response = await fetchOverLine(`/console/file/${path}`, {
    method: 'POST',
    headers: { 'x-lastmile': 'console', 'content-type': 'application/json' },
    body: JSON.stringify(documented(parameters)),
    signal,
  }).catch((error: unknown) => {
    throw new NoAnswer('read', error);
  });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(((await response.json()) as { error: string }).error);
  return response.blob();
}
