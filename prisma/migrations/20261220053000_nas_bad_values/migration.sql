-- The last accounting record whose Framed-IP-Address cannot be one of a subscriber, and the last whose Acct-Session-Time cannot be.
alter table radius.nas_heard add column bad_address_at timestamptz(3), add column bad_session_time_at timestamptz(3);
