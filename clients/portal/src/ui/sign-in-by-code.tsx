import { useState } from 'preact/hooks';
import { CallError, call } from '../api/call.ts';
import { words } from '../words/words.ts';
import { sentenceOf } from './fault.ts';
import { Field, Form } from './parts.tsx';
import type { Brand } from './place.ts';
import { useAction } from './use-action.ts';

interface Props {
  readonly isp: Brand;
  onNext(next: 'done'): void;
}

/** First the name, then the code that was sent. Who the name belongs to is not said. */
export function ByCode({ isp, onNext }: Props) {
  const [request, setRequest] = useState<string | null>(null);
  const { ispid } = isp;
  const done = () => onNext('done');
  return request === null ? (
    <AskForCode ispid={ispid} onAsked={setRequest} />
  ) : (
    <EnterCode ispid={ispid} request={request} onDone={done} onAgain={() => setRequest(null)} />
  );
}

function AskForCode({ ispid, onAsked }: { readonly ispid: number; onAsked(request: string): void }) {
  const { run, isBusy, fault } = useAction();
  const { signIn } = words;
  return (
    <Form
      submit={signIn.sendCode}
      isBusy={isBusy}
      fault={fault}
      onSubmit={({ username = '' }) => void run(async () => onAsked((await call('code', { ispid, username })).request))}
    >
      <Field name="username" label={signIn.username} autoComplete="username" hint={signIn.codeHint} />
    </Form>
  );
}

const faultOf = (error: unknown) =>
  error instanceof CallError && error.kind === 'unauthenticated' ? words.faults.code : sentenceOf(error);

interface EnterProps {
  readonly ispid: number;
  readonly request: string;
  onDone(): void;
  onAgain(): void;
}

function EnterCode({ ispid, request, onDone, onAgain }: EnterProps) {
  const { run, isBusy, fault } = useAction(faultOf);
  const { signIn } = words;
  return (
    <>
      <p role="status">{signIn.codeSent}</p>
      <Form
        submit={signIn.submit}
        isBusy={isBusy}
        fault={fault}
        onSubmit={({ code = '' }) =>
          void run(async () => {
            await call('sign_in_by_code', { ispid, request, code });
            onDone();
          })
        }
      >
        <Field name="code" label={signIn.code} autoComplete="one-time-code" />
      </Form>
      <button type="button" onClick={onAgain}>
        {signIn.anotherCode}
      </button>
    </>
  );
}
