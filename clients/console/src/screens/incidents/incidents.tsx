import { Button } from '@mantine/core';
import { useMay } from '../../api/session.ts';
import { Icon } from '../../ui/icons.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { words } from '../../words/words.ts';
import { IncidentDrawer } from './incident-drawer.tsx';
import { incidentList } from './incident-list.tsx';
import { NewIncident } from './new-incident.tsx';

/** All incidents. The open one is in the address, so that it can be sent to a colleague. */
export function Incidents() {
  const may = useMay();
  const [address, set] = useAddress();
  const { incident = '', add } = address;
  // Another screen may lead here with what is known already: `?add=yes&nasid=5&title=…`.
  const close = () => set({ add: undefined, nasid: undefined, title: undefined });
  return (
    <ListScreen
      spec={incidentList()}
      onOpen={({ id }) => set({ incident: String(id) })}
      actions={
        may('incident.write') && (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => set({ add: 'yes' })}>
            {words.common.add}
          </Button>
        )
      }
    >
      {/^\d{1,9}$/.test(incident) && (
        <IncidentDrawer key={incident} id={Number(incident)} onClose={() => set({ incident: undefined })} />
      )}
      {add === 'yes' && may('incident.write') && <NewIncident known={address} onClose={close} />}
    </ListScreen>
  );
}
