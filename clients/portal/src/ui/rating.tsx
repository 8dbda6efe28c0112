import { call, type Output } from '../api/call.ts';
import { words } from '../words/words.ts';
import { Card, Form } from './parts.tsx';
import { useAction } from './use-action.ts';

interface Props {
  readonly of: Output<'ticket'>['ticket'];
  onDone(): void;
}

/** How well a ticket was resolved, which the subscriber may say again. */
export function Rating({ of: { id, rating }, onDone }: Props) {
  const { run, isBusy, fault } = useAction();
  const { help } = words;
  const texts: Readonly<Record<string, string>> = help.ratings;
  return (
    <Card title={help.rating}>
      {rating !== null && <p>{help.rated(texts[rating] ?? '')}</p>}
      <Form
        submit={help.rate}
        isBusy={isBusy}
        fault={fault}
        onSubmit={async (given) =>
          (await run(() => call('ticket_rate', { id, rating: Number(given.rating) }))) && onDone()
        }
      >
        <label class="field">
          {help.rating}
          <select name="rating" value={String(rating ?? 5)}>
            {Object.entries(texts).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      </Form>
    </Card>
  );
}
