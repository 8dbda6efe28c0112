import { call, type Output } from '../api/call.ts';
import { words } from '../words/words.ts';
import { Card, Form } from './parts.tsx';
import { TextArea } from './text-area.tsx';
import { moment } from './texts.ts';
import { useAction } from './use-action.ts';
import { WithdrawAppeal } from './withdraw-appeal.tsx';

interface Props {
  readonly id: number;
  readonly appeal: Output<'ticket'>['appeal'];
  onDone(): void;
}

/** The appeal of a ticket and what was decided; or a form for one. */
export function Appeal({ id, appeal, onDone }: Props) {
  const { run, isBusy, fault } = useAction();
  const { help } = words;
  if (appeal)
    return (
      <Card title={help.appeal}>
        <p>{help.appeals[appeal.status]}</p>
        {appeal.decide_by && <p>{help.decideBy(moment(appeal.decide_by))}</p>}
        {appeal.decision && <p class="written">{appeal.decision}</p>}
        <p class="quiet">{help.appealed(moment(appeal.filed_at))}</p>
        {appeal.may_withdraw && <WithdrawAppeal id={id} onDone={onDone} />}
      </Card>
    );
  return (
    <Card title={help.appeal}>
      <p>{help.appealHint}</p>
      <Form
        submit={help.sendAppeal}
        isBusy={isBusy}
        fault={fault}
        onSubmit={async ({ text = '' }) => (await run(() => call('ticket_appeal', { id, text }))) && onDone()}
      >
        <TextArea name="text" label={help.appealText} />
      </Form>
    </Card>
  );
}
