/** The parameter with the duplicate value, by the name of the violated unique constraint or index. */
export const PARAMETER_OF_KEY: Readonly<Record<string, string>> = {
  isp_code_key: 'code',
  reseller_code_key: 'code',
  location_isp_id_code_key: 'location_code',
  location_isp_id_reseller_id_code_key: 'location_code',
  sub_location_location_id_code_key: 'sub_location_code',
  login_user_username_key: 'username',
  nas_ip_key: 'ip',
  nas_proxy_id_ip_key: 'ip',
  nas_proxy_id_ipv6_key: 'ipv6',
  nas_proxy_id_identifier_key: 'identifier',
  proxy_ip_key: 'ip',
  radius_source_key: 'ip',
  ip_pool_isp_id_name_key: 'pool_name',
  ip_address_isp_id_ip_key: 'range_from',
  service_username_key: 'username',
  service_staticip_key: 'staticip',
};
