-- Cash that one login user hands over to another, who confirms it; until then the giver holds it.
create table crm.cash_handover (
  id          serial primary key,
  isp_id      integer not null,
  -- The giver's.
  reseller_id integer,
  giver_id    integer not null,
  receiver_id integer not null,
  amt         numeric(14,2) not null constraint cash_handover_amt_check check (amt > 0),
  ref_no      text,
  status      text not null default 'Open'
    constraint cash_handover_status_check check (status in ('Open', 'Confirmed', 'Refused', 'Withdrawn')),
  reason      text,
  ended_at    timestamptz(3),
  ended_by    text,
  created_at  timestamptz(3) not null default now(),
  created_by  text not null default 'system',
  constraint cash_handover_two_check check (giver_id <> receiver_id),
  constraint cash_handover_ended_check check (num_nonnulls(ended_at, ended_by) = case status when 'Open' then 0 else 2 end),
  constraint cash_handover_reseller_fkey foreign key (isp_id, reseller_id) references crm.reseller (isp_id, id),
  constraint cash_handover_giver_fkey foreign key (giver_id) references auth.login_user (id),
  constraint cash_handover_receiver_fkey foreign key (receiver_id) references auth.login_user (id)
);
create index cash_handover_list_idx on crm.cash_handover (isp_id, id);
create index cash_handover_reseller_idx on crm.cash_handover (isp_id, reseller_id, id);
create index cash_handover_giver_idx on crm.cash_handover (giver_id, id);
create index cash_handover_receiver_idx on crm.cash_handover (receiver_id, id);
create index cash_handover_open_idx on crm.cash_handover (isp_id, status, id);
