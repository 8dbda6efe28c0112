import type { ServerResponse } from 'node:http';
import type { WhenGone } from '../core/work/turns/tenant.ts';

/** Tells when the connection of a request is closed before its answer. */
export const whenGone =
  (response: ServerResponse): WhenGone =>
  (leave) => {
    if (response.closed) leave();
    else response.once('close', leave);
    return () => response.off('close', leave);
  };
