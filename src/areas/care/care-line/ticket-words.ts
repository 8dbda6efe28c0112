import type { TicketStatus } from '../tickets/life-cycle.ts';
import type { LANGUAGES } from './vocabulary.ts';

/** What a voice says of a ticket. */
export const TICKET_WORDS: Readonly<Record<(typeof LANGUAGES)[number], Readonly<Record<TicketStatus, string>>>> = {
  en: {
    New: 'Your complaint is registered.',
    Open: 'We are working on your complaint.',
    Waiting: 'We are waiting for your answer to our question.',
    Referred: 'Your complaint is with another team.',
    Visit: 'A visit is planned for your complaint.',
    Resolved: 'Your complaint is resolved.',
    Closed: 'Your complaint is closed.',
    Cancelled: 'Your complaint was cancelled.',
    Merged: 'Your complaint is handled with another one.',
  },
  hi: {
    New: 'आपकी शिकायत दर्ज है।',
    Open: 'हम आपकी शिकायत पर काम कर रहे हैं।',
    Waiting: 'हमें आपके उत्तर की प्रतीक्षा है।',
    Referred: 'आपकी शिकायत दूसरी टीम के पास है।',
    Visit: 'आपकी शिकायत के लिए हमारे कर्मचारी का आना तय है।',
    Resolved: 'आपकी शिकायत का समाधान हो गया है।',
    Closed: 'आपकी शिकायत बंद हो गई है।',
    Cancelled: 'आपकी शिकायत रद्द हो गई है।',
    Merged: 'आपकी शिकायत दूसरी शिकायत के साथ देखी जा रही है।',
  },
};
