-- When the clock of a NAS was right last: records of such a NAS that are old have waited.
alter table radius.nas_heard add column clock_right_at timestamptz(3);
update radius.nas_heard set clock_right_at = acct_at where abs(clock_ahead_s) <= 60;
