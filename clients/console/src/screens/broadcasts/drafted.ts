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

/** What a message is about, as an incident tells it. */
export interface About {
  readonly id: number;
  readonly title: string;
  readonly text_en: string | null;
  readonly text_hi: string | null;
}

/** The texts to begin with: those of an incident, or its title; else an empty one. */
export function textsAbout(about: About | undefined): readonly Text[] {
  const told = about ? { en: about.text_en, hi: about.text_hi } : {};
  const texts = Object.entries(told).flatMap(([language, body], key) =>
    body ? [{ ...newText(language, key), body }] : [],
  );
  return texts.length > 0 ? texts : [{ ...newText('en'), body: about?.title ?? '' }];
}

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
