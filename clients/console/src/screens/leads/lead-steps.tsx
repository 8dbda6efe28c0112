import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useChange } from '../../api/change.ts';
import { sentenceOf } from '../../api/faults.ts';
import { useMay } from '../../api/session.ts';
import { Refusal } from '../../ui/preview.tsx';
import { type Lead, mayFinish } from '../../ui/visits.ts';
import { words } from '../../words/words.ts';
import { LeadMenu } from './lead-menu.tsx';
import { REPORTS } from './moves.ts';

interface LeadStepsProps {
  readonly lead: Lead;
  /** The lead has gone to its next stage. */
  readonly onDone: () => void;
}

/** What usually comes next, as buttons; all else is in the menu beside them. */
export function LeadSteps({ lead, onDone }: LeadStepsProps) {
  const may = useMay();
  const update = useChange('lead.update');
  const { id, status } = lead;
  const getsService = mayFinish(lead) && may('service.write');
  const [forward] = REPORTS[status];
  return (
    <>
      {update.error && <Refusal sentence={sentenceOf(update.error)} />}
      <Group gap="xs">
        {getsService && (
          <Button component={Link} to="/subscribers/new" search={{ leadid: String(id) } as never}>
            {words.leads.finish}
          </Button>
        )}
        {forward && (
          <Button
            variant={getsService ? 'default' : 'filled'}
            loading={update.isPending}
            onClick={() => update.mutate({ id, status, report: forward }, { onSuccess: onDone })}
          >
            {words.leads.reports[forward]}
          </Button>
        )}
        <LeadMenu lead={lead} />
      </Group>
    </>
  );
}
