import { useState } from 'preact/hooks';
import { call, type Output } from '../api/call.ts';
import { sendPhoto } from '../api/photo.ts';
import { Card, Form, Read } from '../ui/parts.tsx';
import { PhotoField, photoIn } from '../ui/photo-field.tsx';
import { usePlace } from '../ui/place.ts';
import { accessText, StateText } from '../ui/state.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { moment } from '../ui/texts.ts';
import { Ticket } from '../ui/ticket.tsx';
import { useAction } from '../ui/use-action.ts';
import { useRead } from '../ui/use-read.ts';
import { words } from '../words/words.ts';

type HelpData = Output<'help'>;

/** The state of the connection first, which answers most questions; then the tickets, and a new one. */
export function Help() {
  const reading = useRead('help', undefined);
  const [chosen, choose] = useState<number | null>(null);
  const [filed, setFiled] = useState('');
  const { help } = words;
  if (chosen !== null)
    return (
      <Ticket
        id={chosen}
        onBack={() => {
          choose(null);
          reading.again();
          document.getElementById('main')?.focus();
        }}
      />
    );
  return (
    <>
      <Connection />
      <p role="status">{filed && help.filed(filed)}</p>
      <Read of={reading}>
        {(data) => (
          <>
            <Tickets of={data.tickets} onChoose={choose} />
            <Report
              of={data}
              onFiled={(docket) => {
                setFiled(docket);
                reading.again();
              }}
            />
          </>
        )}
      </Read>
    </>
  );
}

function Connection() {
  const { service } = usePlace();
  const reading = useRead('access', { serviceid: service.serviceid });
  return (
    <Card title={words.help.connection}>
      <Read of={reading}>{(access) => <StateText of={service} text={accessText(service, access)} />}</Read>
    </Card>
  );
}

interface TicketsProps {
  readonly of: HelpData['tickets'];
  onChoose(id: number): void;
}

function Tickets({ of, onChoose }: TicketsProps) {
  const { help } = words;
  return (
    <Card title={help.tickets}>
      {of.length === 0 && <p class="quiet">{help.none}</p>}
      <ul class="list">
        {of.map(({ id, docket, category, status, created_at }) => (
          <li key={id} class="row">
            <span>
              {category ?? help.ticket(docket)}: {help.states[status]}
              <br />
              <span class="quiet">
                {docket}, {help.filedOn(moment(created_at))}
              </span>
            </span>
            <button type="button" aria-label={help.openNamed(docket)} onClick={() => onChoose(id)}>
              {help.open}
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface ReportProps {
  readonly of: HelpData;
  onFiled(docket: string): void;
}

/** About the connection that the page shows. */
function Report({ of: { categories, limit }, onFiled }: ReportProps) {
  const { serviceid } = usePlace().service;
  const { run, isBusy, fault } = useAction();
  const { help, faults } = words;
  if (categories.length === 0 || limit !== null)
    return (
      <Card title={help.report}>
        <p>{categories.length === 0 ? help.byProvider : faults.reasons[limit ?? '']}</p>
      </Card>
    );
  return (
    <Card title={help.report}>
      <Form
        submit={help.submit}
        isBusy={isBusy}
        fault={fault}
        onSubmit={({ categoryid, text = '' }, form) =>
          void run(async () => {
            const photo = photoIn(form);
            // Filed again after a failed photo, it is the same ticket.
            const { id, docket } = await call('ticket_file', { serviceid, categoryid: Number(categoryid), text });
            if (photo) await sendPhoto(id, photo);
            form.reset();
            onFiled(docket);
          })
        }
      >
        <label class="field">
          {help.choose}
          <select name="categoryid">
            {categories.map(({ categoryid, name }) => (
              <option key={categoryid} value={categoryid}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <TextArea name="text" label={help.text} />
        <PhotoField />
      </Form>
    </Card>
  );
}
