import { useState } from 'react';
import { INCIDENTS } from '../../ui/care-choices.ts';
import { NASES, PLANS, RESELLERS, useLocations } from '../../ui/choices.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { newKey } from '../../ui/new-key.ts';
import { words } from '../../words/words.ts';
import { DraftedContext, newText, sentTexts } from './drafted.ts';
import { Reach } from './reach.tsx';

/** Writes a message to many. What is sent is what the preview has shown. */
export function Write({ onClose }: { onClose: () => void }) {
  const w = words.broadcasts;
  const [texts, onTexts] = useState(() => [newText('en')] as readonly ReturnType<typeof newText>[]);
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
          { name: 'title', label: w.name },
          { name: 'type', label: w.type, hint: w.typeHint },
          { name: 'location_code', choices: locations },
          { name: 'nasid', label: w.nas, source: NASES },
          { name: 'planid', source: PLANS },
          { name: 'resellerid', source: RESELLERS },
          { name: 'incidentid', label: w.incident, source: INCIDENTS },
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
