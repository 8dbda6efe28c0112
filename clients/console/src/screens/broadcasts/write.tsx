import { useState } from 'react';
import { INCIDENTS } from '../../ui/care-choices.ts';
import { NASES, PLANS, RESELLERS, useLocations } from '../../ui/choices.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { newKey } from '../../ui/new-key.ts';
import { words } from '../../words/words.ts';
import { type About, DraftedContext, sentTexts, textsAbout } from './drafted.ts';
import { Reach } from './reach.tsx';

/** As the node limits it. */
const MAX_TITLE = 100;

interface WriteProps {
  /** An incident: its texts are proposed, to those whom it concerns. */
  readonly about?: About | undefined;
  readonly onClose: () => void;
}

/** Writes a message to many. What is sent is what the preview has shown. */
export function Write({ about, onClose }: WriteProps) {
  const w = words.broadcasts;
  const [texts, onTexts] = useState(() => textsAbout(about));
  const [count, onCount] = useState(0);
  const [idempotency_key] = useState(newKey);
  const locations = useLocations();
  return (
    <DraftedContext value={{ texts, onTexts, onCount }}>
      <FormDialog
        path="message.send"
        title={w.write}
        lead={w.lead}
        fields={[
          { name: 'title', label: w.name, ...(about ? { initial: about.title.slice(0, MAX_TITLE) } : {}) },
          { name: 'type', label: w.type, hint: w.typeHint },
          { name: 'location_code', choices: locations },
          { name: 'nasid', label: w.nas, source: NASES },
          { name: 'planid', source: PLANS },
          { name: 'resellerid', source: RESELLERS },
          {
            ...{ name: 'incidentid', label: w.incident, source: INCIDENTS },
            ...(about ? { initial: String(about.id) } : {}),
          },
          { name: 'urgent', label: w.urgent, hint: w.urgentHint },
        ]}
        fixed={{ texts: sentTexts(texts), count, idempotency_key }}
        confirm={w.send}
        beside={Reach}
        onClose={onClose}
      />
    </DraftedContext>
  );
}
