/**
 * What the WhatsApp bot does for chats whose id hides the number, as that of somebody who has a username does: the person writes
 * `link` and their username or number, then the code that arrives at the number on record, and `unlink` to end it.
 */
import { care } from './care-calls.mjs';

/** `IN.13491208655302741918`: Meta gives it instead of the number. */
export const isHiding = (from) => from.includes('.');

/** Meta drops a message to such an id that is in the field for numbers. */
export const recipientOf = (id) => (isHiding(id) ? { recipient_type: 'individual', recipient: id } : { to: id });

export const HOW_TO_LINK =
  'WhatsApp does not show us your number. Write “link” and your username or number, such as: link asha.home';

/** `link asha.home`, or `link 98111 22233`. */
function askedLink(text) {
  const [, whom] = /^\s*link\s+(.{1,64}?)\s*$/i.exec(text) ?? [];
  if (whom === undefined) return undefined;
  return /^\+?(?:[\s-]*\d){7,15}$/.test(whom) ? { number: whom } : { account: whom };
}

/**
 * Sends a code, or ends the link. What is told is the same whether there is such a subscriber or not. Returns the reply, and
 * whether the chat is not known any more; undefined if the text asks for neither.
 */
export async function linkOrUnlink(chat, text) {
  const asked = askedLink(text);
  if (asked) {
    await care('chat_code_send', chat, asked);
    const reply = 'If this is right, a code is on its way to the number on record. Write it here within ten minutes.';
    return { reply, isOver: false };
  }
  if (!chat.isKnown || !/^\s*unlink\s*$/i.test(text)) return undefined;
  await care('chat_unlink', chat);
  return { reply: 'This chat is not linked to you any more.', isOver: true };
}
