-- A NAS that connects by RadSec may take Disconnect- and CoA-Requests by UDP alone.
alter table radius.nas drop constraint nas_coa_by_check;
alter table radius.nas add constraint nas_coa_by_check check (coa_by in ('nas', 'udp', 'proxy'));
