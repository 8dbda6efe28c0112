import * as wire from '../../../core/wire/index.ts';

/** `Internal`: a reseller sees none of its ISP. */
export const VISIBILITIES = ['Internal', 'Shared'] as const;

export const noteShape = {
  text: wire.text(4000),
  pinned: wire.flagYN(),
  visibility: wire.oneOf(VISIBILITIES),
};
