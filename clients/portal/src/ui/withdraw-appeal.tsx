import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { words } from '../words/words.ts';
import { Fault } from './parts.tsx';
import { useAction } from './use-action.ts';

/** A button that asks first, since a withdrawn appeal does not come back. */
export function WithdrawAppeal({ id, onDone }: { readonly id: number; onDone(): void }) {
  const { run, isBusy, fault } = useAction();
  const [isAsking, setAsking] = useState(false);
  const { help, confirm } = words;
  if (!isAsking)
    return (
      <button type="button" onClick={() => setAsking(true)}>
        {help.withdraw}
      </button>
    );
  return (
    <>
      <p class="notice">{help.withdrawHint}</p>
      <Fault text={fault} />
      <button
        type="button"
        class="main"
        aria-busy={isBusy}
        onClick={async () => (await run(() => call('ticket_withdraw', { id }))) && onDone()}
      >
        {help.withdrawNow}
      </button>
      <button type="button" onClick={() => setAsking(false)}>
        {confirm.cancel}
      </button>
    </>
  );
}
