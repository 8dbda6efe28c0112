import { ListScreen } from '../../ui/list-screen.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { AlertDrawer } from './alert-drawer.tsx';
import { alertList } from './alert-list.tsx';

/** All alerts. The one that is shown is in the address, so that it can be sent to a colleague. */
export function Alerts() {
  const [address, set] = useAddress();
  const { alert = '' } = address;
  return (
    <ListScreen spec={alertList()} onOpen={({ id }) => set({ alert: String(id) })}>
      {/^\d{1,9}$/.test(alert) && (
        <AlertDrawer key={alert} id={Number(alert)} onClose={() => set({ alert: undefined })} />
      )}
    </ListScreen>
  );
}
