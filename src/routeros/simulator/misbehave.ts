import type { Socket } from 'node:net';
import { encodeSentence } from '../sentence.ts';
import { encodeLength, encodeWord } from '../word.ts';

/**
 * What a router does wrong, from the log-in on:
 * `silent` accepts and says nothing; `silent_later` after the log-in; `bad_length` sends a control octet as a length; `long_word`
 * announces a word of a gigabyte; `many_words` has no end of a sentence; `flood` no end of rows, `empty_rows` of rows with nothing in them;
 * `unended` sends 3 MB of rows and then nothing, `unended_sentence` as many words of one sentence; `fatal` ends the connection;
 * `old_login` answers with a challenge; `trap` refuses every command.
 */
export type Misbehaviour =
  | 'silent'
  | 'silent_later'
  | 'bad_length'
  | 'long_word'
  | 'many_words'
  | 'flood'
  | 'empty_rows'
  | 'unended'
  | 'unended_sentence'
  | 'fatal'
  | 'old_login'
  | 'trap';

/** The answer to a command. */
export function misbehave(how: Misbehaviour, socket: Socket, say: (words: readonly string[]) => void): void {
  switch (how) {
    case 'bad_length':
      socket.write(Buffer.of(0xf8));
      return;
    case 'long_word':
      socket.write(encodeLength(0x4000_0000));
      return;
    case 'many_words':
      socket.write(Buffer.from('\u0001a'.repeat(1_000), 'latin1'));
      return;
    case 'flood':
      for (let row = 0; row < 1_000; row++) say(['!re', `=comment=${'x'.repeat(10_000)}`]);
      return;
    case 'empty_rows':
      for (let row = 0; row < 200_000; row++) say(['!re']);
      return;
    case 'unended':
      for (let row = 0; row < 300; row++) say(['!re', `=comment=${'x'.repeat(10_000)}`]);
      return;
    case 'unended_sentence':
      for (let word = 0; word < 300; word++) socket.write(encodeWord(Buffer.alloc(10_000, 'x')));
      return;
    case 'fatal':
      socket.write(encodeSentence(['!fatal', 'session terminated']));
      return;
    case 'trap':
      say(['!trap', '=message=not enough permissions (9)']);
      say(['!done']);
      return;
    default:
  }
}
