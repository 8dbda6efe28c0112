import type { Count, RadiusMetrics } from '../server/radius-metrics.ts';

const OUTCOMES = {
  recorded: 'recorded',
  acknowledged: 'acknowledged',
  incomplete: 'incomplete',
  contradictory: 'contradictory',
  refused: 'refused-by-database',
  unanswered: 'unanswered',
} as const;

/** What became of the packets on the accounting port. */
export type AccountingCounts = Readonly<Record<keyof typeof OUTCOMES | 'status' | 'silence', Count>>;

export function accountingCounts(metrics: Pick<RadiusMetrics, 'packets'>): AccountingCounts {
  const ofAccounting = (outcome: keyof typeof OUTCOMES) => metrics.packets('Accounting-Request', OUTCOMES[outcome]);
  return {
    recorded: ofAccounting('recorded'),
    acknowledged: ofAccounting('acknowledged'),
    incomplete: ofAccounting('incomplete'),
    contradictory: ofAccounting('contradictory'),
    refused: ofAccounting('refused'),
    unanswered: ofAccounting('unanswered'),
    status: metrics.packets('Status-Server', 'answered'),
    silence: metrics.packets('Status-Server', 'unanswered'),
  };
}
