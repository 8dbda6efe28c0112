import { builtSender } from '../built-node.ts';

/** The part of a node that sends mass messages, in a process of its own. */
process.once('message', async (message) => {
  const dispatcher = await builtSender(message as { url: string });
  dispatcher.start();
  process.send?.({ port: 0 });
  process.on('message', () => process.send?.(process.cpuUsage()));
});
process.on('disconnect', () => process.exit());
