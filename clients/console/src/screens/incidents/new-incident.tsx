import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Input } from '../../api/client.ts';
import { ask } from '../../api/queries.ts';
import { NASES, PLANS, RESELLERS, useLocations } from '../../ui/choices.ts';
import { type Beside, FormDialog } from '../../ui/form-dialog.tsx';
import { newKey } from '../../ui/new-key.ts';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

const FILTERS = ['location_code', 'nasid', 'of_resellerid', 'planid', 'serviceids'] as const;

interface NewIncidentProps {
  /** What the form begins with: `title`, `nasid`. */
  readonly known: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

/** Enters an incident for the services that are counted below its fields. */
export function NewIncident({ known: { title = '', nasid = '' }, onClose }: NewIncidentProps) {
  const w = words.incidents;
  const locations = useLocations();
  // Sent again after a lost answer, it enters no second one.
  const [idempotency_key] = useState(newKey);
  const [seen, setSeen] = useState<number>();
  const counted = useCallback(({ written }: Beside) => <Counted written={written} onCount={setSeen} />, []);
  return (
    <FormDialog
      path="incident.create"
      title={w.add}
      fixed={{ idempotency_key, ...(seen === undefined ? {} : { count: seen }) }}
      fields={[
        { name: 'title', label: w.what, initial: title },
        'kind',
        { name: 'location_code', choices: locations },
        { name: 'nasid', source: NASES, initial: nasid },
        { name: 'planid', source: PLANS },
        { name: 'of_resellerid', source: RESELLERS },
        'serviceids',
        'status',
        'starts_at',
        'expected_at',
        'text_en',
        'text_hi',
        'hold_dunning',
      ]}
      beside={counted}
      onClose={onClose}
    />
  );
}

interface CountedProps {
  readonly written: Readonly<Record<string, unknown>>;
  readonly onCount: (count: number | undefined) => void;
}

/** How many services it will concern. The node refuses it if there are others by then. */
function Counted({ written, onCount }: CountedProps) {
  const filter = Object.fromEntries(FILTERS.flatMap((name) => (name in written ? [[name, written[name]]] : [])));
  const { data } = useQuery(ask('incident.preview', filter as Input<'incident.preview'>));
  const seen = data?.count;
  useEffect(() => onCount(seen), [seen, onCount]);
  return <p>{seen === undefined ? words.incidents.counting : words.incidents.concerns(count(seen))}</p>;
}
