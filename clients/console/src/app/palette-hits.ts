import type { Me } from '../api/queries.ts';
import type { IconName } from '../ui/icons.tsx';
import { localOf } from '../ui/instant.ts';
import { type DeclaredReport, reportTitle } from '../ui/report-title.ts';
import type { Task } from '../ui/tasks.ts';
import { words } from '../words/words.ts';
import { placesFor } from './navigation.ts';
import { tasksFor } from './tasks-for.ts';
import type { Found } from './use-found.ts';

/** A line of the palette, and where it leads or what it begins. */
export interface Hit {
  readonly key: string;
  readonly icon: IconName;
  readonly title: string;
  readonly detail: string;
  readonly kind: string;
  readonly to?: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly task?: Task;
}

const TARGETS: Readonly<Record<Found['kind'], { icon: IconName; leads: (id: number) => Pick<Hit, 'to' | 'search'> }>> =
  {
    service: { icon: 'user', leads: (id) => ({ to: `/subscribers/${id}` }) },
    customer: { icon: 'users', leads: (id) => ({ to: '/subscribers', search: { customerid: String(id) } }) },
    lead: { icon: 'funnel', leads: (id) => ({ to: '/leads', search: { leadid: String(id) } }) },
    invoice: { icon: 'receipt', leads: (id) => ({ to: '/invoices', search: { id: String(id) } }) },
    nas: { icon: 'router', leads: (id) => ({ to: '/nas', search: { id: String(id) } }) },
  };

export function recordHits(found: readonly Found[]): Hit[] {
  return found.map(({ kind, id, title, detail }) => ({
    key: `${kind}-${id}`,
    icon: TARGETS[kind].icon,
    title,
    detail: detail ?? '',
    kind: words.palette.kinds[kind],
    ...TARGETS[kind].leads(id),
  }));
}

/** What can be begun without a subscriber at hand: found by its name, then by other words for it. */
export function taskHits(text: string, who: Me): Hit[] {
  const all = tasksFor(who).map(({ task, icon }) => ({
    ...{ key: `task-${task}`, task, icon, title: words.tasks[task], detail: '', kind: words.palette.actions },
  }));
  const named = all.filter(({ title }) => isMeant(text, title));
  const alsoCalled = all.filter(({ task, title }) => isMeant(text, title, words.tasks.alsoCalled[task]));
  return [...new Set([...named, ...alsoCalled])];
}

const DAY_MS = 86_400_000;

/** A MAC address has five colons. */
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|(?=.*::|(?:[^:]*:){7})[\da-f:.]+)$/i;
/** A day, a time of day, or both, after an address. */
const TIME = /^(?:(\d{4}-\d{2}-\d{2})[T ]?)?(?:([01]?\d|2[0-3]):([0-5]\d))?$/;

/** As a form holds it, on the wall clock of the ISP; a time of day alone is the last one. Null: that is no time. */
function momentOf(text: string, now: Date): string | null {
  const [, date, hour, minute] = TIME.exec(text) ?? [];
  if (date === undefined && hour === undefined) return null;
  const time = hour === undefined ? '00:00' : `${hour.padStart(2, '0')}:${minute}`;
  const [today, clock = ''] = localOf(now).split('T');
  return `${date ?? (time <= clock ? today : localOf(new Date(now.getTime() - DAY_MS)).split('T')[0])}T${time}`;
}

/** Leads to all who ever had an address; the records show only its present holder. */
export function traceHits(text: string, who: Me, now = new Date()): Hit[] {
  const [ip = '', ...rest] = text.trim().split(/\s+/);
  const at = momentOf(rest.join(' '), now);
  const parts = placesFor(who).flatMap(({ parts: inside = [] }) => inside);
  const trace = parts.find(({ name }) => name === 'trace');
  if (!trace || !ADDRESS.test(ip) || (rest.length > 0 && at === null)) return [];
  const title = words.palette.whoHad(ip);
  return [
    {
      ...{ key: 'trace', to: trace.to, search: { ip, ...(at === null ? {} : { at }) }, icon: 'search', title },
      ...{ detail: at?.replace('T', ' ') ?? '', kind: words.palette.actions },
    },
  ];
}

/** The places that the text means. */
export function placeHits(text: string, who: Me): Hit[] {
  const others: Readonly<Record<string, string>> = words.palette.alsoCalled;
  return placesFor(who)
    .flatMap(({ to, name, icon, parts = [{ to, name }] }) => parts.map((part) => ({ ...part, icon })))
    .filter(({ name }) => isMeant(text, words.shell.screens[name], others[name]))
    .map(({ to, name, icon }) => ({
      ...{ key: to, to, icon, title: words.shell.screens[name], detail: '', kind: words.palette.places },
    }));
}

export function reportHits(text: string, reports: readonly DeclaredReport[]): Hit[] {
  return reports
    .filter((report) => isMeant(text, reportTitle(report), report.title))
    .map((report) => ({
      ...{ key: `report-${report.name}`, icon: 'chart', to: '/reports', search: { report: report.name } },
      ...{ title: reportTitle(report), detail: words.reports.groups[report.group], kind: words.palette.report },
    }));
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');

/** Whether each word that was typed begins one of the names: `cash hand` means the cash hand-over. */
function isMeant(text: string, name: string, others = ''): boolean {
  if (name.toLowerCase().includes(text.trim().toLowerCase())) return true;
  const known = wordsOf(`${name} ${others}`);
  return wordsOf(text).every((typed) => known.some((word) => word.startsWith(typed)));
}
