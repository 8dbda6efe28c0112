-- Tells the event feed of a line in a wallet.
create or replace function crm.note_wallet_event() returns trigger language plpgsql as $$
begin
  if crm.keeps_events(new.isp_id) then
    perform crm.note_event(new.isp_id, new.reseller_id, 'wallet.changed', new.id, new.service_id, null,
      jsonb_build_object('id', new.id, 'resellerid', new.reseller_id, 'txn_code', new.txn_code,
        'serviceid', new.service_id, 'amt', new.amt::text, 'balance', new.balance::text, 'note', new.note));
  end if;
  return null;
end $$;
