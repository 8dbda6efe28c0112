import { deflateSync } from 'node:zlib';
import { busyness, DAY_MINUTES } from '../network/hours.ts';

const WIDTH = 500;
const HEIGHT = 135;
const WHITE = [255, 255, 255];
const GRID = [216, 216, 216];
const DOWN = [0, 204, 0];
const UP = [0, 0, 255];

/** The picture of a day as RouterOS draws it: what comes down as an area, what goes up as a line; now is on the right. PNG. */
export function dayPicture(minuteNow: number, seed: number): Buffer {
  const octets = Buffer.alloc(HEIGHT * (1 + WIDTH * 3));
  for (let x = 0; x < WIDTH; x++) {
    const minute = (minuteNow + ((x + 1) / WIDTH) * DAY_MINUTES) % DAY_MINUTES;
    const wave = 0.75 + 0.25 * Math.sin(x * 0.9 + seed) * Math.cos(x * 0.23 + seed);
    const down = Math.round((HEIGHT - 10) * busyness(minute) * wave);
    for (let y = 0; y < HEIGHT; y++) {
      const height = HEIGHT - 1 - y;
      const isGrid = height % 30 === 0 || x % 62 === 0;
      const colour = Math.abs(height - down / 6) < 1 ? UP : height < down ? DOWN : isGrid ? GRID : WHITE;
      octets.set(colour, y * (1 + WIDTH * 3) + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // Eight bits for each of red, green and blue.
  header.set([8, 2], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(octets)), chunk('IEND')]);
}

function chunk(type: string, content = Buffer.alloc(0)): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Node 20 has none of its own. */
function crc32(octets: Buffer): number {
  let crc = ~0;
  for (const octet of octets) {
    crc ^= octet;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
