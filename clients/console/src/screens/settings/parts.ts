/** The settings in groups, as a form shows them. */
export const PARTS = [
  { part: 'general', settings: ['timezone', 'currency'] },
  {
    part: 'billing',
    settings: [
      ...(['invoice_due_days', 'np_grace_days', 'promise_days', 'default_credit_limit'] as const),
      ...([
        'min_dues',
        'cutoff_days',
        'late_fee_amt',
        'late_fee_percent',
        'late_fee_max',
        'late_fee_after_days',
      ] as const),
      ...(['tax_inclusive', 'backdate_days'] as const),
      ...(['adjust_limit_accounts', 'adjust_limit_support', 'books_closed_upto'] as const),
      ...(['bank_details', 'upi_id'] as const),
    ],
  },
  {
    part: 'access',
    settings: [
      ...(['np_dl', 'np_ul', 'blocked_mode', 'suspend_clock', 'interim_interval'] as const),
      ...(['portal_url', 'portal', 'portal_color', 'portal_codes'] as const),
    ],
  },
  { part: 'security', settings: ['require_second_factor'] },
  { part: 'notices', settings: ['quiet_from', 'quiet_upto', 'promotions_from', 'promotions_upto', 'notice_language'] },
  { part: 'alerts', settings: ['alert_emails'] },
  { part: 'tickets', settings: ['appeal_days'] },
  { part: 'careLine', settings: ['care_dues_by_number', 'care_restart_by_number'] },
  { part: 'graphs', settings: ['traffic_history_days'] },
  { part: 'privacy', settings: ['mask_phones', 'erase_after_days'] },
  { part: 'integrations', settings: ['event_feed', 'session_events'] },
] as const;
