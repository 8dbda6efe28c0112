import { useQuery } from '@tanstack/react-query';
import { ask } from '../../api/queries.ts';
import { useMay, useMe } from '../../api/session.ts';
import { Answer } from '../../ui/empty.tsx';
import { Card } from '../../ui/screen.tsx';
import { VisitCards } from '../../ui/visit-cards.tsx';
import { visitsOfToday } from '../../ui/visits.ts';
import { words } from '../../words/words.ts';

/** The most of a stage. */
const LIMIT = 50;

/** Where an installer has to go today. Of employees only they work on leads and make services. */
export function Visits() {
  const may = useMay();
  const { userid, groupname } = useMe();
  const isInstaller = groupname === 'Employee' && may('lead.write') && may('service.write');
  const board = useQuery({ ...ask('lead.board', { limit: LIMIT }), enabled: isInstaller });
  if (!isInstaller) return null;
  return (
    <Card title={words.leads.visits}>
      <Answer of={board}>{(stages) => <VisitCards visits={visitsOfToday(stages, userid)} />}</Answer>
    </Card>
  );
}
