import { done } from '../../../../core/records/results.ts';
import { subscriberEndpoint } from '../../../../rpc/endpoint.ts';
import { checkNewPin } from '../../../subscribers/customers/care-pin.ts';
import { ownPin, pinState, readPinState, setOwnPin } from '../care-pin.ts';
import { changeConnectionPassword, checkConnectionPassword, newConnectionPassword } from '../connection-password.ts';
import { changedPassword, changePassword, checkOwnPassword } from '../password.ts';
import { portalCall } from '../portal-call.ts';

/** What subscribers prove who they are by; each change asks for the password of the pages. */
export const passwordEndpoints = {
  password: subscriberEndpoint({ summary: 'Change your password; all other sessions end', like: 'customer.write' })
    .input(changedPassword)
    .output(done)
    .mutation(({ ctx, input }) => changePassword(portalCall(ctx), ctx.subscriber, input)),

  connection_password: subscriberEndpoint({ summary: 'Change the password of the connection', like: 'service.write' })
    .input(newConnectionPassword)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      checkConnectionPassword(input);
      await checkOwnPassword(ctx, ctx.subscriber, input.password);
      return ctx.transaction((tx) => changeConnectionPassword(tx, ctx, input));
    }),

  pin_state: subscriberEndpoint({ summary: 'Whether you have a PIN for voice menus', like: 'service.read' })
    .output(pinState)
    .query(({ ctx }) => readPinState(ctx.db.pool, ctx.subscriber)),

  pin: subscriberEndpoint({ summary: 'Choose the PIN for voice menus and chat bots', like: 'customer.write' })
    .input(ownPin)
    .output(done)
    .mutation(async ({ ctx, input: { password, pin } }) => {
      if (pin !== null) checkNewPin(pin);
      await checkOwnPassword(ctx, ctx.subscriber, password);
      return ctx.transaction((tx) => setOwnPin(tx, ctx, pin));
    }),
};
