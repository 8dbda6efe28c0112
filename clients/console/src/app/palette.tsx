import { Modal, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue, useDisclosure, useHotkeys } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { askRows } from '../api/queries.ts';
import { useMe } from '../api/session.ts';
import { findWith } from '../ui/find-subscriber.ts';
import { Icon } from '../ui/icons.tsx';
import { useSingleKeys } from '../ui/keys.ts';
import { useOpenDialog } from '../ui/use-open-dialog.ts';
import { words } from '../words/words.ts';
import classes from './palette.module.css';
import { type Hit, placeHits, recordHits } from './palette-hits.ts';

interface PaletteState {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
  /** Added to the address of a subscriber that is chosen. */
  readonly search: Hit['search'];
}

export function usePalette(): PaletteState {
  const [isOpen, { open: openIt, close }] = useDisclosure(false);
  const [search, setSearch] = useState<Hit['search']>();
  const open = () => {
    setSearch(undefined);
    openIt();
  };
  useEffect(() => {
    findWith((wanted) => {
      setSearch(wanted);
      openIt();
    });
  }, [openIt]);
  useHotkeys([['mod+K', open]], []);
  useSingleKeys({ '/': open });
  return { isOpen, open, close, search };
}

/** Search and commands in one: type, Enter. */
export function Palette({ isOpen, close, search }: PaletteState) {
  return (
    <Modal.Root
      opened={isOpen}
      onClose={close}
      closeOnEscape={false}
      yOffset="10vh"
      size="lg"
      padding={0}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content aria-label={words.palette.title} className={classes.content ?? ''}>
        <Finder onDone={close} search={search} />
      </Modal.Content>
    </Modal.Root>
  );
}

function useHits(text: string): { hits: readonly Hit[]; isSearching: boolean } {
  const who = useMe();
  const [settled] = useDebouncedValue(text.trim(), 120);
  const found = useQuery({
    ...askRows('search.find', { text: settled }),
    enabled: settled.length >= 2,
    placeholderData: keepPreviousData,
  });
  const records = settled.length >= 2 ? recordHits(found.data ?? []) : [];
  return { hits: [...records, ...placeHits(text, who)], isSearching: found.isFetching || settled !== text.trim() };
}

/** At once: the dialog's own focus comes later, and what is typed meanwhile would be lost. */
const focus = (input: HTMLInputElement | null) => input?.focus();

function Finder({ onDone, search }: { onDone: () => void; search: Hit['search'] }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const [isEntered, setEntered] = useState(false);
  const navigate = useNavigate();
  useOpenDialog(onDone);
  const { hits, isSearching } = useHits(text);
  const at = Math.min(chosen, hits.length - 1);

  function go(hit: Hit | undefined): void {
    if (!hit) return;
    onDone();
    void navigate({
      to: hit.to,
      search: { ...hit.search, ...(hit.key.startsWith('service-') ? search : {}) } as never,
    });
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((at + step + hits.length) % Math.max(1, hits.length));
    } else if (event.key === 'Enter') setEntered(true);
  }
  // Who presses Enter while the node still looks goes to what it finds.
  useEffect(() => {
    if (!isEntered || isSearching) return;
    setEntered(false);
    go(hits[at]);
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
          aria-label={words.palette.title}
          aria-expanded={hits.length > 0}
          aria-controls="palette-hits"
          aria-activedescendant={hits[at] ? `palette-${at}` : undefined}
          placeholder={words.palette.placeholder}
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setChosen(0);
            setEntered(false);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <HitList hits={hits} at={at} onChosen={go} />
      <VisuallyHidden role="status">
        {isSearching ? '' : words.common.rows(String(hits.length), String(hits.length))}
      </VisuallyHidden>
      {hits.length === 0 && (
        <p className={classes.nothing}>{isSearching ? words.common.loading : words.palette.nothing}</p>
      )}
    </>
  );
}

function HitList({ hits, at, onChosen }: { hits: readonly Hit[]; at: number; onChosen: (hit: Hit) => void }) {
  return (
    <div className={classes.hits} id="palette-hits" role="listbox" aria-label={words.palette.title}>
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
