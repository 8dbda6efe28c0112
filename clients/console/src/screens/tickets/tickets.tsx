import { useMe } from '../../api/session.ts';
import { inputOf } from '../../ui/filters.ts';
import { ListScreen } from '../../ui/list-screen.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { Counted } from './counted.tsx';
import { TicketDrawer } from './ticket-drawer.tsx';
import { ticketList } from './ticket-list.tsx';

/** All tickets. The open one is in the address, so that it can be sent to a colleague. */
export function Tickets() {
  const { userid } = useMe();
  const [address, set] = useAddress();
  const spec = ticketList(userid);
  const { ticket = '' } = address;
  return (
    <ListScreen
      spec={spec}
      onOpen={({ id }) => set({ ticket: String(id) })}
      above={
        <Counted of={inputOf(spec.filters, address)} chosen={address.status} onChoose={(status) => set({ status })} />
      }
    >
      {/^\d{1,9}$/.test(ticket) && (
        <TicketDrawer key={ticket} id={Number(ticket)} onClose={() => set({ ticket: undefined })} />
      )}
    </ListScreen>
  );
}
