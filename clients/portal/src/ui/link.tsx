import type { ComponentChildren } from 'preact';
import { type Screen, usePlace } from './place.ts';

interface Props {
  readonly to: Screen;
  readonly class?: string;
  readonly current?: boolean;
  readonly children: ComponentChildren;
}

/** A link to a screen, which the page shows without loading anything. */
export function Link({ to, class: name, current = false, children }: Props) {
  const { go, hrefOf } = usePlace();
  return (
    <a
      href={hrefOf(to)}
      class={name}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
