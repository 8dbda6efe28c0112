import { Modal } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Input } from '../api/client.ts';
import { askRows } from '../api/queries.ts';
import { useMe } from '../api/session.ts';
import { useSingleKeys } from '../ui/keys.ts';
import { beginTask } from '../ui/tasks.ts';
import { useOpenDialog } from '../ui/use-open-dialog.ts';
import { words } from '../words/words.ts';
import { Finder } from './finder.tsx';
import classes from './palette.module.css';
import { type Hit, placeHits, recordHits, reportHits, taskHits, traceHits } from './palette-hits.ts';
import { useFound } from './use-found.ts';

interface PaletteState {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

export function usePalette(): PaletteState {
  const [isOpen, { open, close }] = useDisclosure(false);
  useHotkeys([['mod+K', open]], []);
  useSingleKeys({ '/': open });
  return { isOpen, open, close };
}

/** Search and commands in one: type, Enter. */
export function Palette({ isOpen, close }: PaletteState) {
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
        <Everything onDone={close} />
      </Modal.Content>
    </Modal.Root>
  );
}

/** Records, what can be done, and screens. Reports are places too, but too many to be offered before anything is typed. */
function useHits(text: string) {
  const who = useMe();
  const { found, isSearching, trouble } = useFound(text);
  const isTyped = text.trim().length >= 2;
  const reports = useQuery({
    ...askRows('report.list', undefined as Input<'report.list'>),
    enabled: isTyped && who.isp !== null && who.permissions.includes('isp.read'),
    staleTime: Infinity,
  });
  const hits = [
    ...recordHits(found),
    ...traceHits(text, who),
    ...taskHits(text, who),
    ...placeHits(text, who),
    ...(isTyped ? reportHits(text, reports.data ?? []) : []),
  ];
  return { hits, isSearching: isSearching || reports.isFetching, trouble };
}

function Everything({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  useOpenDialog(onDone);
  const { hits, isSearching, trouble } = useHits(text);
  function go({ task, to, search = {} }: Hit): void {
    onDone();
    if (task) beginTask(task);
    else if (to) void navigate({ to, search: search as never });
  }
  return (
    <Finder
      label={words.palette.title}
      placeholder={words.palette.placeholder}
      text={text}
      onText={setText}
      hits={hits}
      isSearching={isSearching}
      nothing={trouble ?? words.palette.nothing}
      onChosen={go}
    />
  );
}
