-- Huawei, Nokia (SR OS) and accel-ppp.
alter table radius.nas drop constraint nas_vendor_check;
alter table radius.nas add constraint nas_vendor_check
  check (vendor in ('Mikrotik', 'Cisco', 'Juniper', 'Huawei', 'Nokia', 'Accel')) not valid;
alter table radius.nas validate constraint nas_vendor_check;
