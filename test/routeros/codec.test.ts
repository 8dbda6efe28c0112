import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeSentence, readSentence, WordsReader } from '../../src/routeros/sentence.ts';
import { encodeLength, MAX_WORD_OCTETS } from '../../src/routeros/word.ts';

/** All sentences in the octets, which arrive in these pieces. */
function read(octets: Buffer, pieces: readonly number[] = [octets.length]): string[][] {
  const sentences: string[][] = [];
  const reader = new WordsReader((words) => sentences.push([...words]));
  let at = 0;
  for (const piece of pieces) {
    reader.push(octets.subarray(at, at + piece));
    at += piece;
  }
  reader.push(octets.subarray(at));
  return sentences;
}

const word = fc.oneof(
  fc
    .string({ unit: 'binary', minLength: 1, maxLength: 40 })
    .map((text) => text.replace(/[\0\uf700-\uf7ff]|\p{Cs}/gu, 'x')),
  fc.integer({ min: 120, max: 300 }).map((length) => 'y'.repeat(length)),
  fc.integer({ min: 16_300, max: 16_500 }).map((length) => 'z'.repeat(length)),
);
const sentence = fc.array(word, { minLength: 1, maxLength: 6 });

describe('the codec of RouterOS’s API', () => {
  it.each([
    [0, '00'],
    [0x7f, '7f'],
    [0x80, '8080'],
    [0x3fff, 'bfff'],
    [0x4000, 'c04000'],
    [0x1f_ffff, 'dfffff'],
    [0x20_0000, 'e0200000'],
    [0xfff_ffff, 'efffffff'],
    [0x1000_0000, 'f010000000'],
  ])('writes the length %i as %s', (length, octets) => {
    expect(encodeLength(length).toString('hex')).toBe(octets);
  });

  it('reads what it writes, however TCP splits it', () => {
    fc.assert(
      fc.property(fc.array(sentence, { maxLength: 4 }), fc.array(fc.integer({ min: 1, max: 9_000 })), (all, pieces) => {
        const octets = Buffer.concat(all.map(encodeSentence));
        expect(read(octets, pieces)).toEqual(all);
      }),
    );
  });

  it('reads sentences that arrive octet by octet', () => {
    fc.assert(
      fc.property(fc.array(sentence, { maxLength: 2 }), (all) => {
        const octets = Buffer.concat(all.map(encodeSentence));
        expect(read(octets, Array(octets.length).fill(1))).toEqual(all);
      }),
      { numRuns: 20 },
    );
  });

  it('reads lengths that take more octets than they need', () => {
    const octets = Buffer.from([0x80, 1, 0x61, 0xc0, 0, 1, 0x62, 0xe0, 0, 0, 1, 0x63, 0xf0, 0, 0, 0, 1, 0x64, 0]);
    expect(read(octets)).toEqual([['a', 'b', 'c', 'd']]);
  });

  it('survives any octets, or says that they are none of the protocol', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (octets) => {
        try {
          read(Buffer.from(octets));
        } catch (error) {
          expect(error).toMatchObject({ kind: 'protocol' });
        }
      }),
    );
  });

  it.each([
    ['a control octet as a length', Buffer.of(0xf8)],
    ['a word longer than 64 KiB', encodeLength(MAX_WORD_OCTETS + 1)],
    ['a word of four gigabytes', Buffer.of(0xf0, 0xff, 0xff, 0xff, 0xff)],
    ['a sentence of 513 words', Buffer.from('\u0001a'.repeat(513), 'latin1')],
  ])('refuses %s', (_, octets) => {
    expect(() => read(octets)).toThrow(expect.objectContaining({ kind: 'protocol' }));
  });

  it('takes a word of 64 KiB', () => {
    const word = 'w'.repeat(MAX_WORD_OCTETS);
    expect(read(encodeSentence([word]))).toEqual([[word]]);
  });

  it('tells type, tag and values, which may have equals signs and line breaks', () => {
    const { type, tag, values } = readSentence(
      ['!re', '.tag=7', '=name=<pppoe-ravi>', '=comment=a=b\nc', '=empty=', 'odd'],
      9,
    );
    expect([type, tag]).toEqual(['!re', '7']);
    expect([...values]).toEqual([
      ['name', '<pppoe-ravi>'],
      ['comment', 'a=b\nc'],
      ['empty', ''],
    ]);
  });

  it('keeps octets that are no UTF-8', () => {
    const [words = []] = read(Buffer.from([6, 0x3d, 0x6e, 0x3d, 0xfc, 0xff, 0x61, 0]));
    expect(read(encodeSentence(words))).toEqual([words]);
    expect(encodeSentence(words)).toEqual(Buffer.from([6, 0x3d, 0x6e, 0x3d, 0xfc, 0xff, 0x61, 0]));
  });
});
