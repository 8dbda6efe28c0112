import { done } from '../../../../core/records/results.ts';
import { endpoint } from '../../../../rpc/endpoint.ts';
import { endedCall } from '../call-end.ts';
import { chatCode, sendChatCode } from './code-send.ts';
import { forgetChat } from './unlink.ts';

const access = 'care.use';
const extension = true;
/** As the documents show a chat and its handle. */
const example = { call_id: 'CA4', caller: 'the-caller-of-a-chat' };

/** For chats at WhatsApp whose ids hide the number. */
export const chatCalls = {
  chat_code_send: endpoint({
    access,
    extension,
    rest: ['/care/chat_code_send'],
    example: { ...example, account: 'asha.home' },
    summary: 'Send a code that links a chat at WhatsApp, whose id hides the number, to a customer',
    description:
      'At any level. The code goes to the number on record of the customer with this `account` or `number`, and `care/identify` of the same call takes it as `pin`; from then on the id alone is level 1. Answers `done` whether there is such a customer or not. Needs a notice on `sign_in_code`, and a sender for SMS or WhatsApp. Three a day of a chat, and 60 an hour of a program; a customer is sent three a day.',
  })
    .input(chatCode)
    .output(done)
    .mutation(({ ctx, input }) => sendChatCode(ctx, input)),

  chat_unlink: endpoint({
    access,
    extension,
    rest: ['/care/chat_unlink'],
    example,
    summary: 'Unlink the chat of the caller from the customer',
    description:
      'Needs level 1. The id of the chat proves nothing any more, and the handle ends. Answers 409 if the chat is not linked.',
  })
    .input(endedCall)
    .output(done)
    .mutation(({ ctx, input }) => ctx.transaction((tx) => forgetChat(tx, ctx, input))),
};
