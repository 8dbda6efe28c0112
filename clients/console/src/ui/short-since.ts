import { today } from './day.ts';
import { instant, timeOfDay } from './instant.ts';

/** The time if it was today. */
export const shortSince = (at: Date): string => (today(at) === today() ? timeOfDay(at) : instant(at));
