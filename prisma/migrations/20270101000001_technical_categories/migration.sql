-- Complaints about bills are not resolved with an outage.
ALTER TABLE crm.ticket_category ADD COLUMN technical boolean NOT NULL DEFAULT true;
