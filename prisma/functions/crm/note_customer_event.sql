-- Tells the event feed that a customer was created, changed or deleted: of what others act on, not of balances.
create or replace function crm.note_customer_event() returns trigger language plpgsql as $$
begin
  if not crm.keeps_events(new.isp_id) then
    return null;
  end if;
  if tg_op = 'UPDATE' and
    (old.type, old.name, old.surname, old.dob, old.mobile, old.email, old.uniqueid, old.zipcode, old.state, old.city,
     old.street, old.deleted_at)
    is not distinct from
    (new.type, new.name, new.surname, new.dob, new.mobile, new.email, new.uniqueid, new.zipcode, new.state, new.city,
     new.street, new.deleted_at)
  then
    return null;
  end if;
  perform crm.note_event(new.isp_id, new.reseller_id,
    case when tg_op = 'INSERT' then 'customer.created'
      when old.deleted_at is null and new.deleted_at is not null then 'customer.deleted'
      else 'customer.updated' end,
    new.id, null, new.id,
    jsonb_build_object('id', new.id, 'type', new.type, 'name', new.name, 'surname', new.surname, 'dob', new.dob,
      'mobile', new.mobile, 'email', new.email, 'uniqueid', new.uniqueid, 'zipcode', new.zipcode, 'state', new.state,
      'city', new.city, 'street', new.street));
  return null;
end $$;
