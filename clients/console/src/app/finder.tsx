import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { Icon } from '../ui/icons.tsx';
import { words } from '../words/words.ts';
import classes from './palette.module.css';
import type { Hit } from './palette-hits.ts';

interface FinderProps {
  /** What is looked for. */
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly hits: readonly Hit[];
  readonly isSearching: boolean;
  /** Instead of hits, if there are none. */
  readonly nothing: string;
  readonly onChosen: (hit: Hit) => void;
}

/** At once: the dialog's own focus comes later, and what is typed meanwhile would be lost. */
const focus = (input: HTMLInputElement | null) => input?.focus();

/** A field, and below it what it finds: arrows choose, Enter takes. */
export function Finder(props: FinderProps) {
  const { label, placeholder, text, onText, hits, isSearching, nothing, onChosen } = props;
  const [chosen, setChosen] = useState(0);
  const [isEntered, setEntered] = useState(false);
  const at = Math.min(chosen, hits.length - 1);
  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((at + step + hits.length) % Math.max(1, hits.length));
    } else if (event.key === 'Enter') setEntered(true);
  }
  // Enter while the node still looks takes what it finds.
  useEffect(() => {
    if (!isEntered || isSearching) return;
    setEntered(false);
    const hit = hits[at];
    if (hit) onChosen(hit);
  });
  return (
    <>
      <div className={classes.field}>
        <Icon name="search" />
        <input
          className={classes.input}
          ref={focus}
          data-autofocus
          role="combobox"
          aria-label={label}
          aria-expanded={hits.length > 0}
          aria-controls="palette-hits"
          aria-activedescendant={hits[at] ? `palette-${at}` : undefined}
          placeholder={placeholder}
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            onText(event.currentTarget.value);
            setChosen(0);
            setEntered(false);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <HitList label={label} hits={hits} at={at} onChosen={onChosen} />
      <VisuallyHidden role="status">
        {isSearching ? '' : words.common.rows(String(hits.length), String(hits.length))}
      </VisuallyHidden>
      {hits.length === 0 && <p className={classes.nothing}>{isSearching ? words.common.loading : nothing}</p>}
    </>
  );
}

function HitList({ label, hits, at, onChosen }: Pick<FinderProps, 'label' | 'hits' | 'onChosen'> & { at: number }) {
  return (
    <div className={classes.hits} id="palette-hits" role="listbox" aria-label={label}>
      {hits.map((hit, index) => (
        <div
          key={hit.key}
          id={`palette-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={classes.hit}
          ref={(element) => {
            if (index === at) element?.scrollIntoView({ block: 'nearest' });
          }}
          onClick={() => onChosen(hit)}
        >
          <Icon name={hit.icon} />
          <span className={classes.title}>{hit.title}</span>
          <span className={classes.detail}>{hit.detail}</span>
          <span className={classes.kind}>{hit.kind}</span>
        </div>
      ))}
    </div>
  );
}
