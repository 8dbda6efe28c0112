-- Indexes that no statement of the program, no list and no check of the ledger reads, on tables that every hot change writes.

-- The audit is listed by event, with the changes of each; its filters are the username, the procedure, the target and the day.
drop index auth.audit_change_table_name_row_id_id_idx;
drop index auth.audit_event_user_id_at_idx;

-- A statement of account starts from the account's lines, and entries and charges are found by their service or their id.
drop index crm.ledger_entry_isp_id_posted_on_id_idx;
drop index crm.charge_entry_id_idx;

-- Cash that a user has collected is an account of the ledger.
drop index crm.payment_collected_by_idx;
