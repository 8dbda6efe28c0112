import { words } from '../../words/words.ts';

type Texts = Readonly<Record<string, string>>;

interface Call {
  readonly procedure: string;
  readonly input: Readonly<Record<string, unknown>> | null;
}

/** What a call does, in words; its name in the API where there are none. */
export function doneBy({ procedure, input }: Call): string {
  const w = words.audit;
  // `ticket.create` makes a ticket, `ticket.queue_create` a queue.
  const [, record = '', done = ''] = /^(.+)[._]([a-z]+)$/.exec(procedure) ?? [];
  const known = (w.calls as Texts)[procedure];
  if (known !== undefined) return known;
  const action = (words.subscriber.actions as Texts)[String(input?.action)];
  const how = procedure === 'service.action' ? action : (w.done as Texts)[done];
  const of = (w.records as Texts)[record];
  return of !== undefined && how !== undefined ? w.of(of, how) : procedure;
}
