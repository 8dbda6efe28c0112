import type { ServiceState } from './account.ts';
import type { Caller } from './callers.ts';
import type { Story } from './story.ts';
import { WINDOWS } from './visit-setup.ts';

/** The visits of today, one in each state, and what the technician has to say. In the demo the day begins early. */
const VISITS: readonly { readonly note: string; readonly states: readonly Step[] }[] = [
  { note: 'No light at the ONT since yesterday', states: [] },
  { note: 'The router restarts by itself', states: [{ state: 'OnWay' }] },
  { note: 'Slow in the evening, also with a cable', states: [{ state: 'OnWay' }, { state: 'Started' }] },
  {
    note: 'The fibre was cut by the painters',
    states: [
      { state: 'OnWay' },
      { state: 'Started' },
      { state: 'Done', outcome: 'Spliced the drop cable', optical_dbm: '-19.40', serial: 'HWTC1A2B3C4D' },
    ],
  },
  {
    note: 'Asks to move the router to another room',
    states: [
      { state: 'OnWay' },
      { state: 'Started' },
      { state: 'Failed', reason: 'Nobody at home, and nobody answers' },
    ],
  },
  { note: 'Wants to return the set-top box', states: [{ state: 'Cancelled', reason: 'Brings it to the shop' }] },
];

type Step = Omit<Parameters<Caller['visit']['move']>[0], 'id'>;

/** The visits of the last day, to subscribers of the ISP itself. */
export function planVisits(story: Story, day: number, states: readonly ServiceState[]): void {
  const { accounts, calendar, isp } = story;
  if (day !== calendar.today) return;
  const own = states.filter(({ id, status }) => status === 'Active' && accounts.get(id)?.subscriber.seller === 'isp');
  VISITS.forEach((visit, at) => {
    const service = own[Math.floor((at * own.length) / VISITS.length)];
    if (service)
      planVisit(story, {
        ...visit,
        day,
        serviceid: service.id,
        hours: WINDOWS[at % WINDOWS.length] ?? '',
        technicianid: isp.technicianId,
      });
  });
}

interface Planned {
  readonly note: string;
  readonly states: readonly Step[];
  readonly day: number;
  readonly serviceid: number;
  readonly hours: string;
  readonly technicianid: number;
}

function planVisit(
  { agenda, calendar, isp }: Story,
  { note, states, day, serviceid, hours, technicianid }: Planned,
): void {
  const { callCentre, technician } = isp.staff;
  agenda.add(day, 1, async () => {
    const id = await callCentre.visit.create({ serviceid, technicianid, day: calendar.name(day), hours, note });
    for (const step of states) {
      const by = step.state === 'Cancelled' ? callCentre : technician;
      await by.visit.move({ id, ...step });
    }
  });
}
