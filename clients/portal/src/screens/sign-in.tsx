import { useState } from 'preact/hooks';
import { CallError, call } from '../api/call.ts';
import { sentenceOf } from '../ui/fault.ts';
import { Card, Field, Form } from '../ui/parts.tsx';
import type { Brand } from '../ui/place.ts';
import { ByCode } from '../ui/sign-in-by-code.tsx';
import { useAction } from '../ui/use-action.ts';
import { words } from '../words/words.ts';

interface Props {
  readonly isp: Brand;
  onNext(next: 'done' | 'password'): void;
}

/** The password, or a code where the provider sends them. */
export function SignIn(props: Props) {
  const [byCode, setByCode] = useState(false);
  const { signIn } = words;
  return (
    <Card title={signIn.title}>
      {byCode ? <ByCode {...props} /> : <ByPassword {...props} />}
      {props.isp.by_code && (
        <button type="button" onClick={() => setByCode(!byCode)}>
          {byCode ? signIn.withPassword : signIn.withCode}
        </button>
      )}
    </Card>
  );
}

const faultOf = (error: unknown) =>
  error instanceof CallError && error.kind === 'unauthenticated' ? words.faults.signIn : sentenceOf(error);

function ByPassword({ isp, onNext }: Props) {
  const { run, isBusy, fault } = useAction(faultOf);
  const { signIn } = words;
  return (
    <Form
      submit={signIn.submit}
      isBusy={isBusy}
      fault={fault}
      onSubmit={({ username = '', password = '' }) =>
        void run(async () => onNext((await call('sign_in', { ispid: isp.ispid, username, password })).next))
      }
    >
      <Field name="username" label={signIn.username} autoComplete="username" />
      <Field
        name="password"
        label={signIn.password}
        type="password"
        autoComplete="current-password"
        hint={isp.by_connection ? signIn.byConnection : signIn.byPassword}
      />
    </Form>
  );
}

export function ChoosePassword({ onDone }: { onDone(): void }) {
  const { run, isBusy, fault } = useAction();
  const { signIn } = words;
  return (
    <Card title={signIn.chooseTitle}>
      <p>{signIn.choose}</p>
      <Form
        submit={signIn.save}
        isBusy={isBusy}
        fault={fault}
        onSubmit={({ new_password = '' }) =>
          void run(async () => {
            await call('choose_password', { new_password });
            onDone();
          })
        }
      >
        <Field
          name="new_password"
          label={signIn.newPassword}
          type="password"
          autoComplete="new-password"
          minLength={8}
          hint={signIn.minimum}
        />
      </Form>
    </Card>
  );
}
