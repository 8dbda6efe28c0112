import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { Card, Facts, Field, Form } from '../ui/parts.tsx';
import { usePlace } from '../ui/place.ts';
import { TelephonePin } from '../ui/telephone-pin.tsx';
import { useAction } from '../ui/use-action.ts';
import { words } from '../words/words.ts';

export function Account({ onSignOut }: { onSignOut(): void }) {
  const { overview } = usePlace();
  const { run, isBusy } = useAction();
  return (
    <>
      <Card title={words.account.title}>
        <Facts of={[[words.account.username, overview.customer.username]]} />
        <button type="button" aria-busy={isBusy} onClick={() => void run(() => call('sign_out').then(onSignOut))}>
          {words.signIn.signOut}
        </button>
      </Card>
      <OwnPassword />
      <ConnectionPassword />
      <TelephonePin />
    </>
  );
}

function OwnPassword() {
  const { run, isBusy, fault } = useAction();
  const [isDone, setDone] = useState(false);
  const { account, signIn } = words;
  return (
    <Card title={account.password}>
      <Form
        submit={account.change}
        isBusy={isBusy}
        fault={fault}
        onSubmit={async ({ password = '', new_password = '' }, form) => {
          const done = await run(() => call('password', { password, new_password }));
          setDone(done);
          if (done) form.reset();
        }}
      >
        <Field name="password" label={account.present} type="password" autoComplete="current-password" />
        <Field
          name="new_password"
          label={account.new}
          type="password"
          autoComplete="new-password"
          minLength={8}
          hint={signIn.minimum}
        />
      </Form>
      <p role="status">{isDone ? account.done : ''}</p>
    </Card>
  );
}

function ConnectionPassword() {
  const { serviceid } = usePlace().service;
  const { run, isBusy, fault } = useAction();
  const [isDone, setDone] = useState(false);
  const { account } = words;
  return (
    <Card title={account.connection}>
      <p class="notice">{account.connectionHint}</p>
      <Form
        submit={account.change}
        isBusy={isBusy}
        fault={fault}
        onSubmit={async ({ password = '', new_password = '' }, form) => {
          const done = await run(() => call('connection_password', { serviceid, password, new_password }));
          setDone(done);
          if (done) form.reset();
        }}
      >
        <Field name="password" label={account.own} type="password" autoComplete="current-password" />
        <Field
          name="new_password"
          label={account.connectionNew}
          type="password"
          autoComplete="off"
          minLength={8}
          hint={account.connectionMinimum}
        />
      </Form>
      <p role="status">{isDone ? account.done : ''}</p>
    </Card>
  );
}
