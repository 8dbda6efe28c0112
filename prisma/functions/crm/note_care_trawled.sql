-- Tells the event feed that a program asks about numbers that are nobody's, as somebody does who tries numbers.
create or replace function crm.note_care_trawled() returns trigger language plpgsql as $$
begin
  perform crm.note_event(u.isp_id, u.reseller_id, 'care.trawled', u.id, null, null,
      jsonb_build_object('userid', u.id, 'calls', new.calls, 'unknown', new.unknown, 'until', new.trawled_until))
    from auth.login_user u where u.id = new.user_id and crm.keeps_events(u.isp_id);
  return null;
end $$;
