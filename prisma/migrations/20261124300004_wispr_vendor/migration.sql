-- Hotspots that take the attributes of WISPr.
alter table radius.nas drop constraint nas_vendor_check;
alter table radius.nas add constraint nas_vendor_check
  check (vendor in ('Mikrotik', 'Cisco', 'Juniper', 'Huawei', 'Nokia', 'Accel', 'WISPr')) not valid;
alter table radius.nas validate constraint nas_vendor_check;
