import type { DynamicAnswer, DynamicRequest } from '../protocol/packet/dynamic-request.ts';

/** A Disconnect- or CoA-Request without what belongs to one transport. */
export type RequestContent = Omit<DynamicRequest, 'identifier'>;

/** What a NAS or a proxy answered. */
export type Reply = Pick<DynamicAnswer, 'acknowledged' | 'errorCause' | 'message'>;
