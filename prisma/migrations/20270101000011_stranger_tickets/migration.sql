-- The number of a stranger is forgotten some time after the ticket has ended.

-- That of before is dropped last, so that at no moment there is none.
alter table crm.ticket
  add constraint ticket_known_contact_check check (customer_id is not null or number is not null or closed_at is not null);
alter table crm.ticket drop constraint ticket_contact_check;
alter table crm.ticket rename constraint ticket_known_contact_check to ticket_contact_check;
