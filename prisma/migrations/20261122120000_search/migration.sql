-- A search for the beginning of a customer's name reads the names in that range, whatever the collation of the database.
create index customer_name_prefix_idx on crm.customer (isp_id, lower(name) text_pattern_ops, id) where deleted_at is null;

-- Which subscriber has this address, or this device, now? Both are empty for sessions that have ended, and an accounting record
-- changes neither, so an Interim-Update still updates its row without touching an index.
create index session_open_ip_idx on radius.session (ip) where ended_at is null;
create index session_open_mac_idx on radius.session (mac) where ended_at is null;
