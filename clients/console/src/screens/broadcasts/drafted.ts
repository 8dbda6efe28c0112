import { createContext, useContext } from 'react';

/** A text as it is written. */
export interface Text {
  /** Of this dialog, to tell texts apart. */
  readonly key: number;
  readonly channel: 'sms' | 'whatsapp' | 'email';
  readonly language: string;
  readonly subject: string;
  readonly body: string;
  readonly dlt_template_id: string;
}

export const newText = (language: string, key = 0): Text => ({
  ...{ key, channel: 'sms', language, subject: '', body: '', dlt_template_id: '' },
});

/** What of the texts is sent: those that say something. */
export const sentTexts = (texts: readonly Text[]) =>
  texts
    .filter(({ body }) => body.trim() !== '')
    .map(({ channel, language, subject, body, dlt_template_id: template }) => ({
      ...{ channel, language, body },
      ...(channel === 'email' ? { subject } : {}),
      ...(channel === 'sms' && template.trim() !== '' ? { dlt_template_id: template } : {}),
    }));

interface Drafted {
  readonly texts: readonly Text[];
  readonly onTexts: (texts: readonly Text[]) => void;
  readonly onCount: (count: number) => void;
}

/** The part of the form that is no plain field. */
export const DraftedContext = createContext<Drafted | null>(null);

export function useDrafted(): Drafted {
  const drafted = useContext(DraftedContext);
  if (!drafted) throw new Error('a mass message is written in its dialog');
  return drafted;
}
