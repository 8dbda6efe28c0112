import { useEffect, useRef, useState } from 'preact/hooks';
import { call, type Output } from '../api/call.ts';
import { words } from '../words/words.ts';
import { Appeal } from './appeal.tsx';
import { Card, Facts, Fault, Form, Read } from './parts.tsx';
import { Photo } from './photo.tsx';
import { usePlace } from './place.ts';
import { Rating } from './rating.tsx';
import { TextArea } from './text-area.tsx';
import { moment } from './texts.ts';
import { useAction } from './use-action.ts';
import { useRead } from './use-read.ts';

type Thread = Output<'ticket'>;
type TicketData = Thread['ticket'];
const WRITABLE: readonly TicketData['status'][] = ['New', 'Open', 'Waiting', 'Referred', 'Visit'];

/** A ticket, what was written, and what the subscriber can do with it now. */
export function Ticket({ id, onBack }: { readonly id: number; onBack(): void }) {
  const reading = useRead('ticket', { id });
  const back = useRef<HTMLButtonElement>(null);
  const [said, setSaid] = useState('');
  useEffect(() => back.current?.focus(), []);
  const done = () => {
    setSaid(words.confirm.done);
    reading.again();
  };
  return (
    <>
      <button ref={back} type="button" onClick={onBack}>
        {words.confirm.back}
      </button>
      <p role="status">{said}</p>
      <Read of={reading}>
        {({ ticket, thread, appeal, may_appeal }) => (
          <>
            <Card title={words.help.ticket(ticket.docket)}>
              <About ticket={ticket} />
            </Card>
            <Messages of={thread} />
            {WRITABLE.includes(ticket.status) && <Reply id={id} onDone={done} />}
            {WRITABLE.includes(ticket.status) && <Photo id={id} onDone={done} />}
            {ticket.status === 'Resolved' && <Resolved id={id} onDone={done} />}
            {['Resolved', 'Closed'].includes(ticket.status) && <Rating of={ticket} onDone={done} />}
            {(appeal || may_appeal) && <Appeal id={id} appeal={appeal} onDone={done} />}
          </>
        )}
      </Read>
    </>
  );
}

function About({ ticket }: { readonly ticket: TicketData }) {
  const { status, text, category, username, created_at, expected_by, merged_docket } = ticket;
  const { help } = words;
  return (
    <>
      <p class={status === 'Waiting' ? 'notice' : ''}>{help.states[status]}</p>
      {expected_by && <p>{help.expectedBy(moment(expected_by))}</p>}
      {merged_docket && <p>{help.mergedInto(merged_docket)}</p>}
      {text && <p class="written">{text}</p>}
      <Facts
        of={[
          [help.category, category],
          [help.service, username],
        ]}
      />
      <p class="quiet">{help.filedOn(moment(created_at))}</p>
    </>
  );
}

function Messages({ of }: { readonly of: Thread['thread'] }) {
  const { name } = usePlace().overview.isp;
  const { help } = words;
  return (
    <Card title={help.thread}>
      {of.length === 0 && <p class="quiet">{help.noThread}</p>}
      <ul class="list">
        {of.map(({ id, mine, text, at }) => (
          <li key={id}>
            <span class="quiet">{mine ? help.mine(moment(at)) : help.theirs(name, moment(at))}</span>
            <p class="written">{text}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface DoingProps {
  readonly id: number;
  onDone(): void;
}

function Reply({ id, onDone }: DoingProps) {
  const { run, isBusy, fault } = useAction();
  const { help } = words;
  return (
    <Card title={help.reply}>
      <Form
        submit={help.sendReply}
        isBusy={isBusy}
        fault={fault}
        onSubmit={async ({ text = '' }, form) => {
          if (!(await run(() => call('ticket_reply', { id, text })))) return;
          form.reset();
          onDone();
        }}
      >
        <TextArea name="text" label={help.reply} />
      </Form>
    </Card>
  );
}

/** Either it is, and the subscriber says so, or they say what is still wrong. */
function Resolved({ id, onDone }: DoingProps) {
  const confirming = useAction();
  const reopening = useAction();
  const { help } = words;
  return (
    <Card title={help.isResolved}>
      <Fault text={confirming.fault} />
      <button
        type="button"
        class="main"
        aria-busy={confirming.isBusy}
        onClick={async () => (await confirming.run(() => call('ticket_close', { id }))) && onDone()}
      >
        {help.confirm}
      </button>
      <Form
        submit={help.reopen}
        isBusy={reopening.isBusy}
        fault={reopening.fault}
        onSubmit={async ({ text = '' }) => (await reopening.run(() => call('ticket_reopen', { id, text }))) && onDone()}
      >
        <TextArea name="text" label={help.notResolved} />
      </Form>
    </Card>
  );
}
