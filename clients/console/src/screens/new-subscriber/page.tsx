import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { isLost } from '../../api/faults.ts';
import { askRows } from '../../api/queries.ts';
import { Answer } from '../../ui/empty.tsx';
import { Screen } from '../../ui/screen.tsx';
import { words } from '../../words/words.ts';
import { NewSubscriberForm } from './form.tsx';

/** A customer and its service in three steps; with `leadid` in the address, of what the lead says. */
export function NewSubscriber() {
  const { leadid } = useSearch({ strict: false }) as { leadid?: string };
  const id = /^\d{1,9}$/.test(leadid ?? '') ? Number(leadid) : 0;
  const leads = useQuery({ ...askRows('lead.list', { id }), enabled: id > 0 });
  const lead = leads.data?.[0];
  // The form begins with it, so without a line it waits; without the right to read leads it begins empty.
  const isMissing = id > 0 && !leads.data && (leads.isPending || isLost(leads.error));
  const w = words.newSubscriber;
  return (
    <Screen title={w.title} hint={lead && w.fromLead(lead.name)} narrow>
      {isMissing ? <Answer of={leads}>{() => null}</Answer> : <NewSubscriberForm key={id} lead={lead} />}
    </Screen>
  );
}
