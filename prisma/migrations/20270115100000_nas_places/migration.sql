-- Where a NAS stands, for the screen of the network. A location that gets another code takes its NASes along.

alter table radius.nas
  add column location_code text,
  add column latitude  numeric(9, 6) constraint nas_latitude_check check (latitude between -90 and 90),
  add column longitude numeric(9, 6) constraint nas_longitude_check check (longitude between -180 and 180),
  add constraint nas_place_check check ((latitude is null) = (longitude is null)),
  add constraint nas_isp_id_location_code_fkey foreign key (isp_id, location_code)
    references crm.location (isp_id, code) on delete no action on update cascade;

create index nas_location_idx on radius.nas (isp_id, location_code) where location_code is not null;
