import { useMay, useMe } from '../../api/session.ts';
import { Answer } from '../../ui/empty.tsx';
import { Card } from '../../ui/screen.tsx';
import { useVisits } from '../../ui/use-visits.ts';
import { VisitCards } from '../../ui/visit-cards.tsx';
import { words } from '../../words/words.ts';

/** Where an installer has to go today. Of employees only they work on leads and make services. */
export function Visits() {
  const may = useMay();
  const isInstaller = useMe().groupname === 'Employee' && may('lead.write') && may('service.write');
  const visits = useVisits(isInstaller);
  if (!isInstaller) return null;
  return (
    <Card title={words.leads.visits}>
      <Answer of={visits}>{(leads) => <VisitCards visits={leads} />}</Answer>
    </Card>
  );
}
