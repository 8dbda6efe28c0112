import type { Story } from './story.ts';

/** Days ago. */
const WHEN = 6;
const TITLE = 'Fibre cut on the road to Hubballi';
const LOCATION = 'HBL';

/** A cable was cut last week: the network team enters the incident and resolves it, and the owner compensates it the day after. */
export function planOutage(story: Story, day: number): void {
  const { agenda, calendar, isp } = story;
  if (calendar.today - day !== WHEN) return;
  const { noc, owner } = isp.staff;
  let id: number | undefined;
  agenda.add(day, 16 * 60 + 20, async () => {
    const { count } = await noc.incident.preview({ location_code: LOCATION });
    if (count === 0) return;
    const text_en = 'A cable was cut during road works.';
    const text_hi = 'सड़क के काम में केबल कट गई।';
    const times = { starts_at: calendar.at(day, 16 * 60 + 5), expected_at: calendar.at(day, 20 * 60) };
    const outage = { kind: 'Outage', title: TITLE, location_code: LOCATION } as const;
    id = await noc.incident.create({ ...outage, ...times, text_en, text_hi, count });
  });
  const report = (minute: number, what: 'monitor' | 'resolve', reason?: string) =>
    agenda.add(day, minute, async () => {
      if (id !== undefined) await noc.incident.move({ id, report: what, ...(reason === undefined ? {} : { reason }) });
    });
  report(19 * 60 + 10, 'monitor');
  report(19 * 60 + 45, 'resolve', 'Spliced');
  agenda.add(day + 1, 10 * 60, async () => {
    if (id !== undefined) await owner.incident.compensate({ id, compensation: 'Days', actual: true });
  });
}
