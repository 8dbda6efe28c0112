import { lazyRouteComponent } from '@tanstack/react-router';
import { line } from '../api/line.ts';

/** The file of a screen has not arrived, since the line is lost. */
export class NotLoaded extends Error {
  override readonly name = 'NotLoaded';
}

/** What the router takes as the sign that a file is gone, in the words of one browser. */
const GONE = 'Failed to fetch dynamically imported module';

/** A screen in a file of its own, loaded when it is first opened. */
export const lazyScreen = <T extends Record<string, unknown>, N extends keyof T & string>(
  load: () => Promise<T>,
  name: N,
) => lazyRouteComponent(() => load().catch(explained), name);

/**
 * Loading the page again helps where a node of another version has other files: the router does so, once. Without a line it would
 * lead to the browser's error page.
 */
async function explained(cause: unknown): Promise<never> {
  if (await line.doubt()) throw new Error(`${GONE} (${cause})`, { cause });
  throw new NotLoaded('the file of this screen has not arrived', { cause });
}
