import { z } from 'zod';
import { kind } from './kind.ts';

/** An object as the database has it: JSON in both interfaces. */
export const jsonObject = () =>
  kind(z.record(z.string(), z.unknown()), {
    parse: (text) => text,
    render: (value: never) => value,
    document: { type: 'object' },
  });
