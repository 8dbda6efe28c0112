import { Link } from '@tanstack/react-router';
import { type Event, targetOf } from './event.ts';

/** The name of the record that a call named, and the way to it. */
export function TargetLink({ event }: { event: Event }) {
  const { name, place } = targetOf(event);
  if (!place) return name;
  return (
    <Link to={place.to} search={(place.search ?? {}) as never} onClick={(click) => click.stopPropagation()}>
      {name}
    </Link>
  );
}
