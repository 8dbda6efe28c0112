import { binaryStream, owners } from '../build.ts';
import { endpoint } from '../endpoint.ts';

/** The rows of a list as a file. */
export const exports = ['service', 'subscriber', 'customer', 'payment', 'adjustment', 'invoice', 'ticket', 'audit'].map(
  (record) =>
    endpoint(`/${record}/export`, {
      extension: true,
      parameters: owners,
      open: 'the other filters of the list, and columns',
      result: binaryStream,
    }),
);
