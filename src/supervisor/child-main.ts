import { Channel } from './channel.ts';
import type { Part } from './messages.ts';

/*
 * The program of a process of a node in two. Ctrl-C and systemd signal all processes at once: only the supervisor decides when
 * this one stops, so that the order is kept.
 */
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
// The supervisor was killed. What is not finished is as after a power cut, which nothing acknowledged is lost by.
process.on('disconnect', () => process.exit(1));

const channel = new Channel();
channel.report({ type: 'loaded' });
const part = process.argv[2] as Part;
const { load, runPart } = await import('./run-part.ts');
// Most of a start is loading the program, so it begins before the database is there.
const [begin] = await Promise.all([channel.begin, load(part, channel)]);
await runPart(channel, part, begin);
