import { ActionIcon, Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { words } from '../words/words.ts';
import { Icon } from './icons.tsx';
import type { Views } from './use-views.ts';
import { type Asking, ViewDialog } from './view-dialog.tsx';

interface ViewsMenuProps {
  readonly views: Views;
  /** Beside the filters, on a phone. */
  readonly isSmall?: boolean;
}

/** The saved views of a list, and what can be done with the one that is shown. */
export function ViewsMenu({ views, isSmall = false }: ViewsMenuProps) {
  const [asking, setAsking] = useState<Asking>();
  return (
    <>
      <Menu position="bottom-end" width={250} checkIcon={<Icon name="check" size={16} />}>
        <Menu.Target>
          {isSmall ? (
            <ActionIcon variant="default" size={30} aria-label={nameOf(views)}>
              <Icon name="layers" size={16} />
            </ActionIcon>
          ) : (
            <Button
              variant="default"
              maw={200}
              leftSection={<Icon name="layers" size={16} />}
              rightSection={<Icon name="chevronDown" size={14} />}
              aria-label={nameOf(views)}
            >
              {views.shown?.name ?? words.views.title}
            </Button>
          )}
        </Menu.Target>
        <Menu.Dropdown>
          <Choices views={views} />
          <Menu.Divider />
          <Changes views={views} onAsk={setAsking} />
        </Menu.Dropdown>
      </Menu>
      {asking && <ViewDialog views={views} about={asking} onClose={() => setAsking(undefined)} />}
    </>
  );
}

const nameOf = ({ shown }: Views) => (shown ? words.views.shown(shown.name) : words.views.title);

function Choices({ views: { views, shown, isStandard, show, showStandard } }: { views: Views }) {
  return (
    <>
      <Menu.RadioItem value="" checked={isStandard} onChange={showStandard} closeMenuOnClick>
        {words.views.standard}
      </Menu.RadioItem>
      {views.map((view) => (
        <Menu.RadioItem
          key={view.name}
          value={view.name}
          checked={view === shown}
          onChange={() => show(view)}
          closeMenuOnClick
        >
          {view.name}
        </Menu.RadioItem>
      ))}
    </>
  );
}

function Changes({ views, onAsk }: { views: Views; onAsk: (about: Asking) => void }) {
  const w = words.views;
  const { current, shown, isStandard } = views;
  return (
    <>
      {isStandard && <Menu.Label>{w.hint}</Menu.Label>}
      {current && !shown && !isStandard && (
        <Menu.Item leftSection={<Icon name="check" size={16} />} onClick={() => views.save(current.name)}>
          {w.saveChanges(current.name)}
        </Menu.Item>
      )}
      {!isStandard && !shown && (
        <Menu.Item leftSection={<Icon name="plus" size={16} />} onClick={() => onAsk('save')}>
          {w.save}
        </Menu.Item>
      )}
      {current && (
        <>
          <Menu.Item leftSection={<Icon name="pencil" size={16} />} onClick={() => onAsk('rename')}>
            {w.rename(current.name)}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="trash" size={16} />} onClick={() => onAsk('remove')}>
            {w.remove(current.name)}
          </Menu.Item>
        </>
      )}
    </>
  );
}
