import type { Part } from './part.ts';

/** Settings of an ISP, and the tax details of sellers. */
export const SETTINGS: Part = {
  anywhere: {
    timezone: 'The time zone in which the days of the ISP begin, by its IANA name',
    tax_number: 'The tax number of the seller: a GSTIN or a VAT number',
  },
  within: {
    'isp.settings': {
      invoice_due_days: 'The days after the issue of an invoice until it is due',
      np_grace_days: 'The days of grace after an invoice was due, with reduced rates, until the service is cut off',
      np_dl: 'The download rate of a service that is overdue or blocked, in kbit/s',
      np_ul: 'The upload rate of a service that is overdue or blocked, in kbit/s',
      blocked_mode:
        'What a blocked subscriber gets: `pool`: an address from the pool `blocked_pool` of the NAS; `reject`: the log-in is refused',
      suspend_clock: 'Whether the validity of a suspended service goes on (`run`) or gets its days back (`freeze`)',
      promise_days: 'How many days of access a promise to pay gives, once in a period; 0: none',
      default_credit_limit:
        'The most that a service without a limit of its own may owe before it is cut off; null: no limit',
      taxes: 'The taxes of every sale: pairs of a name and a percentage',
      tax_inclusive: 'Y: prices include the taxes; N: the taxes are added',
      late_fee_amt: 'The fixed part of the fee that is charged once for each invoice that is past its due day',
      late_fee_percent:
        'The other part of that fee: a percentage of what is unpaid of the invoice, without late fees of earlier invoices',
      late_fee_max: 'The most that the fee of one invoice may be, without taxes; null: no limit',
      late_fee_after_days: 'How many days after its due day the fee of an invoice is charged; 0: the day after it',
      cutoff_days:
        'Whether a postpaid period that ends in NPD is billed to its end (`Bill`), or up to the day before (`Credit`)',
      min_dues:
        'If less than this is overdue of a service, there is no late fee, and it stays `Active`, or becomes so again; it still owes the amount',
      backdate_days: 'How many days ago a payment may have been made that is entered today',
      books_closed_upto: 'The last day of the closed books, in which nothing is posted any more; null: none are closed',
      adjust_limit_accounts:
        'What a login user with the role `Accounts` may adjust, write off and refund in a day; null: no limit',
      adjust_limit_support: 'What a login user with the role `Support` may adjust in a day',
      require_second_factor: 'Y: the login users of the ISP need a second factor to sign in',
      portal_url: 'The page where a blocked subscriber pays; empty: none',
      interim_interval: 'The seconds between two reports of a session, for NASes without an interval of their own',
      event_feed: 'Y: events are kept, for the feed and for webhooks',
      session_events: 'Y: the beginnings and ends of sessions are among the events',
      portal:
        'Who may sign in to the pages of subscribers: `Off`: nobody; `Password`: by a password for these pages; `Connection`: the first time by the password of the connection, too',
      portal_color: 'The colour of the pages of subscribers; empty: a neutral one',
      portal_codes: 'How many codes to sign in with may be sent to subscribers within an hour; 0: none',
      logo: 'The path of the logo on this server; empty: there is none',
      quiet_from: 'The time of day, in the time zone of the ISP, from which notices wait; empty: never',
      quiet_upto: 'The time of day, in the time zone of the ISP, at which the notices that wait are sent',
      promotions_from:
        'The time of day, in the time zone of the ISP, from which advertising is sent: 10:00 unless it is changed',
      promotions_upto:
        'The time of day, in the time zone of the ISP, until which advertising is sent: 21:00 unless it is changed',
      notice_language: 'The language of notices to customers without one of their own, as a language tag',
      appeal_days: 'How many days after its resolution a ticket can be appealed against; 0: no limit',
      erase_after_days:
        'How many days after the last service was closed a customer can be erased; it has to cover the time for which the licence wants records kept',
      care_dues_by_number:
        'Y: a caller at a voice menu or a bot hears what is owed by the number on record alone, which is easy to fake; N: by the PIN or a code',
      care_restart_by_number:
        'Y: a caller at a voice menu or a bot restarts the connection by the number on record alone; N: by the PIN or a code',
      traffic_history_days:
        'For how many days the traffic of services and plans is kept for graphs, 8 unless it is changed; 0: none is collected, and what there is is deleted',
      mask_phones:
        'Y: login users without the permission `phone.read` see telephone numbers of customers and others as `98•••••233`; N: they see them whole',
      alert_emails: 'Who of the staff is told of new alerts of the network by e-mail; null: nobody is',
      bank_details: 'The bank account that unpaid invoices name; empty: none',
      upi_id: 'The UPI ID that unpaid invoices name and show as a QR code; empty: none',
    },
    'isp.logo': { logo: 'The picture, PNG or JPEG, in base64; without it the logo is removed' },
    tax: {
      ispid: 'The id of the ISP',
      resellerid: 'The id of the reseller that sells; 0: the ISP itself',
      scheme:
        'How sales are taxed: `none`: with the taxes of `isp/settings`; `gst`: by the place of supply in India; `vat`: by the country of the customer in the EU',
      registration: 'How the seller is registered; `Composition` and `Unregistered`: no tax is charged',
      legal_name: 'The name of the seller as registered',
      address: 'The address of the seller as registered',
      state: 'The state of the seller, which decides on the taxes under `gst`',
      country: 'The country of the seller, two letters as in VAT numbers',
      tax_code: 'The code (SAC) of charges without a code of their own',
      installation_code: 'The code (SAC) of installation charges',
      topup_code: 'The code (SAC) of top-ups',
      late_fee_code: 'The code (SAC) of late fees',
      invoice_template:
        'How invoices are numbered; `{n}` is the number, `{yy}`, `{yyyy}` and `{fy}` the financial year',
      credit_template: 'How credit notes are numbered, in the same way',
      year_start: 'The month in which the financial year begins',
      warning: 'What does not fit the scheme, in a sentence; null: nothing',
      updated_at: 'When the tax details were last set; null: never',
      month: 'The month of the return, `yyyy-mm`',
    },
  },
};
