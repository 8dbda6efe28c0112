import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { askRows } from '../../api/queries.ts';
import { Loading } from '../../ui/empty.tsx';
import { Screen } from '../../ui/screen.tsx';
import { words } from '../../words/words.ts';
import { NewSubscriberForm } from './form.tsx';

/** A customer and its service in three steps; with `leadid` in the address, of what the lead says. */
export function NewSubscriber() {
  const { leadid } = useSearch({ strict: false }) as { leadid?: string };
  const id = /^\d{1,9}$/.test(leadid ?? '') ? Number(leadid) : 0;
  const leads = useQuery({ ...askRows('lead.list', { id }), enabled: id > 0 });
  const lead = leads.data?.[0];
  const w = words.newSubscriber;
  return (
    <Screen title={w.title} hint={lead && w.fromLead(lead.name)} narrow>
      {id > 0 && leads.isPending ? <Loading /> : <NewSubscriberForm key={id} lead={lead} />}
    </Screen>
  );
}
