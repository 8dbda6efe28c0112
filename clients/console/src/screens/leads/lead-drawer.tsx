import { useQuery } from '@tanstack/react-query';
import { askRows } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { Facts } from '../../ui/facts.tsx';
import { instant } from '../../ui/instant.ts';
import { PhoneNumber } from '../../ui/phone-number.tsx';
import type { Lead } from '../../ui/visits.ts';
import { words } from '../../words/words.ts';
import { LeadSteps } from './lead-steps.tsx';

/** All that is known of a lead, for a call or a visit. */
export function LeadDrawer({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const may = useMay();
  const { fields, leads: w } = words;
  const { mobile, email, address } = lead;
  const place = [lead.location_code, lead.sub_location_code].filter((code) => code !== null).join(', ');
  const choices: Readonly<Record<string, string>> = words.choices;
  return (
    <DetailsDrawer title={lead.name} onClose={onClose}>
      {may('lead.write') && <LeadSteps lead={lead} onDone={onClose} />}
      <Facts
        facts={[
          [fields.status, w.statuses[lead.status]],
          [
            fields.mobile,
            <PhoneNumber key="mobile" number={mobile} reveal={{ path: 'lead.phone_reveal', input: { id: lead.id } }} />,
          ],
          [
            fields.email,
            email && (
              <a key="email" href={`mailto:${email}`}>
                {email}
              </a>
            ),
          ],
          [fields.address, [address, lead.city, lead.zipcode, lead.state].filter(Boolean).join(', ')],
          [fields.location_code, place],
          [fields.source, choices[lead.source] ?? lead.source],
          [fields.reason, lead.reason],
          [fields.assigned_to, lead.assigned_username],
          [w.remind, lead.remind_at && instant(lead.remind_at)],
          [w.created, `${instant(lead.created_at)}, ${lead.created_by}`],
        ]}
      />
    </DetailsDrawer>
  );
}

/** The lead that an address names, as after a search or at a visit. */
export function NamedLead({ id, onClose }: { id: number; onClose: () => void }) {
  const [lead] = useQuery(askRows('lead.list', { id })).data ?? [];
  return lead ? <LeadDrawer lead={lead} onClose={onClose} /> : null;
}
