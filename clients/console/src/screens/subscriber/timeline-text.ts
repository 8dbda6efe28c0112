import { day } from '../../ui/day.ts';
import { duration } from '../../ui/instant.ts';
import { megabytes } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

/** Of `service.timeline`. */
interface Entry {
  readonly kind:
    | ('status' | 'plan' | 'payment' | 'invoice' | 'adjustment' | 'session' | 'topup' | 'change' | 'login')
    | ('note' | 'call' | 'task' | 'ticket' | 'visit');
  readonly title: string;
  readonly detail: string | null;
  readonly by?: string | null;
}

type Texts = Readonly<Record<string, string>>;

/** The words of an entry: the node says what happened in values of the API. What is not known is shown as it is. */
export function timelineText({ kind, title, detail, by = null }: Entry) {
  return {
    title: titleOf(kind, title),
    detail: detailText(kind, detail ?? ''),
    by: by === 'clock' ? words.timeline.clock : by,
  };
}

function detailText(kind: Entry['kind'], detail: string): string {
  // What people wrote stays as they wrote it.
  if (kind === 'note' || kind === 'call') return detail;
  if (kind === 'task') return stated(words.choices, detail);
  if (kind === 'ticket') return stated(words.timeline.ticketStatuses, detail);
  if (kind === 'visit') return detail.replace(/^\d{4}-\d\d-\d\d/, day);
  return detailOf(kind, detail.split(', ').filter(Boolean)).join(', ');
}

function titleOf(kind: Entry['kind'], title: string): string {
  const w = words.timeline;
  switch (kind) {
    case 'status':
      return title
        .split(' to ')
        .map((status) => wordOf(words.status, status))
        .join(' → ');
    case 'session':
      return w.session(title);
    case 'login':
      return wordOf(w.responses, title);
    case 'invoice':
      return w.invoice(title);
    case 'topup':
      return w.topup(title);
    case 'adjustment':
      return adjustmentTitle(title);
    case 'payment':
      return title.endsWith(CANCELLED)
        ? w.cancelled(wordOf(words.preview.modes, title.slice(0, -CANCELLED.length)))
        : w.payment(wordOf(words.preview.modes, title));
    case 'change':
      return wordOf(w.procedures, title);
    case 'plan':
      return w.plan(title);
    case 'note':
      return wordOf(w.notes, title);
    case 'call':
      return title
        .split(', ')
        .map((part) => wordOf(w.calls, part))
        .join(', ');
    case 'task':
      return w.task(title);
    case 'ticket':
      return w.ticket(title);
    case 'visit':
      return w.visit(wordOf(words.visits.states, title));
  }
}

/** `Open: send the plan`: the state of a task or a ticket, and what it is about. */
function stated(states: Texts, detail: string): string {
  const [state = '', ...rest] = detail.split(': ');
  return [wordOf(states, state), ...rest].join(': ');
}

/** `Debit: Router`; a write-off and a refund say nothing more than their kind. */
function adjustmentTitle(title: string): string {
  const [kind = '', ...rest] = title.split(': ');
  const word = wordOf(words.adjusting.kinds, kind);
  return kind === 'Debit' || kind === 'Credit' ? [word, ...rest].join(': ') : word;
}

const CANCELLED = ' cancelled';

function detailOf(kind: Entry['kind'], parts: readonly string[]): readonly string[] {
  const w = words.timeline;
  switch (kind) {
    case 'change':
      return parts.map((field) => wordOf(words.fields, field));
    case 'session':
      return parts.map((part) => wordOf(w.causes, measured(part)));
    case 'status':
      return parts.map((procedure) => wordOf(w.procedures, procedure));
    case 'adjustment':
      return parts;
    case 'topup':
      return parts.map((type) => wordOf(w.topupTypes, type));
    case 'plan':
      return parts.map((part) => wordOf(w.schedules, dated(part)));
    case 'invoice':
      return parts.map((part) => part.replace(/^due on (.+)$/, (_, due: string) => w.dueOn(dated(due))));
    default:
      return parts.map(dated);
  }
}

/** `49103 s` and `6203.78 MB down` as people say it. */
const measured = (part: string): string =>
  part
    .replace(/^(\d+) s$/, (_, seconds: string) => duration(Number(seconds)))
    .replace(/^([\d.]+) MB (down|up)$/, (_, mb: string, way: 'down' | 'up') =>
      words.timeline[way](megabytes(Number(mb))),
    );

const DAY = /\b\d{4}-\d\d-\d\d\b/g;
const DAYS = /^(\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d)$/;

const dated = (part: string): string =>
  DAYS.test(part)
    ? part.replace(DAYS, (_, from: string, upto: string) => words.timeline.days(day(from), day(upto)))
    : part.replace(DAY, day);

const wordOf = (texts: Texts, value: string): string => texts[value] ?? value;
