-- A password that is sealed again with another key is the same password: nobody is told that it changed.
drop trigger event_update on crm.service;
create constraint trigger event_update after update on crm.service deferrable initially deferred
  for each row
  when (crm.keeps_events(new.isp_id) and current_setting('lastmile.resealing', true) is distinct from 'on')
  execute function crm.note_service_event();
