import { useState } from 'preact/hooks';
import { call, type Output } from '../api/call.ts';
import { words } from '../words/words.ts';
import { Card, Fault, Field, Form } from './parts.tsx';
import { moment } from './texts.ts';
import { useAction } from './use-action.ts';
import { useRead } from './use-read.ts';

/** The PIN by which the automatic line of the provider knows the subscriber. Not there if the provider has no such line. */
export function TelephonePin() {
  const reading = useRead('pin_state', undefined);
  const [said, setSaid] = useState('');
  const state = reading.data;
  if (!state?.offered && !state?.set_at) return null;
  const done = (text: string) => {
    setSaid(text);
    reading.again();
  };
  return (
    <Card title={words.pin.title}>
      <p>{words.pin.hint}</p>
      <ChoosePin state={state} onDone={() => done(words.pin.done)} />
      {state.set_at && <RemovePin onDone={() => done(words.pin.removed)} />}
      <p role="status">{said}</p>
    </Card>
  );
}

function ChoosePin({ state: { set_at }, onDone }: { readonly state: Output<'pin_state'>; onDone(): void }) {
  const { run, isBusy, fault } = useAction();
  const { account, pin: w } = words;
  return (
    <>
      {set_at && <p class="quiet">{w.setOn(moment(set_at))}</p>}
      <Form
        submit={set_at ? w.change : w.choose}
        isBusy={isBusy}
        fault={fault}
        onSubmit={async ({ password = '', pin = '' }, form) => {
          if (!(await run(() => call('pin', { password, pin })))) return;
          form.reset();
          onDone();
        }}
      >
        <Field name="password" label={account.own} type="password" autoComplete="current-password" />
        <Field
          name="pin"
          label={w.label}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          minLength={4}
          hint={w.form}
        />
      </Form>
    </>
  );
}

function RemovePin({ onDone }: { onDone(): void }) {
  const { run, isBusy, fault } = useAction();
  const [isAsking, setAsking] = useState(false);
  const { account, pin: w } = words;
  if (!isAsking)
    return (
      <button type="button" onClick={() => setAsking(true)}>
        {w.remove}
      </button>
    );
  return (
    <>
      <Fault text={fault} />
      <Form
        submit={w.removeNow}
        isBusy={isBusy}
        fault=""
        onSubmit={async ({ password = '' }) => (await run(() => call('pin', { password, pin: null }))) && onDone()}
      >
        <Field name="password" label={account.own} type="password" autoComplete="current-password" />
      </Form>
    </>
  );
}
