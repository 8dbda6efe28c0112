-- Where a blocked subscriber of the ISP pays; empty: none.
ALTER TABLE crm.isp_setting
  ADD COLUMN portal_url text NOT NULL DEFAULT ''
    CONSTRAINT isp_setting_portal_url_check CHECK (portal_url ~ '^(https?://[^/].*)?$' AND length(portal_url) <= 500);
