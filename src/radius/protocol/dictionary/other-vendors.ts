import type { AttributeTable } from './table.ts';

/** Redback, 2352: the ids of a line, which RouterOS and others send as well. */
export const redbackAttributes: AttributeTable = {
  96: ['Agent-Remote-Id', 'text'],
  97: ['Agent-Circuit-Id', 'text'],
};

/** WISPr of the Wi-Fi Alliance, 14122. */
export const wisprAttributes: AttributeTable = {
  1: ['WISPr-Location-ID', 'text'],
  2: ['WISPr-Location-Name', 'text'],
  3: ['WISPr-Logoff-URL', 'text'],
  4: ['WISPr-Redirection-URL', 'text'],
  5: ['WISPr-Bandwidth-Min-Up', 'integer'],
  6: ['WISPr-Bandwidth-Min-Down', 'integer'],
  7: ['WISPr-Bandwidth-Max-Up', 'integer'],
  8: ['WISPr-Bandwidth-Max-Down', 'integer'],
  9: ['WISPr-Session-Terminate-Time', 'text'],
  10: ['WISPr-Session-Terminate-End-Of-Day', 'text'],
  11: ['WISPr-Billing-Class-Of-Service', 'text'],
};

/** ChilliSpot and CoovaChilli, 14559. */
export const chilliSpotAttributes: AttributeTable = {
  1: ['ChilliSpot-Max-Input-Octets', 'integer'],
  2: ['ChilliSpot-Max-Output-Octets', 'integer'],
  3: ['ChilliSpot-Max-Total-Octets', 'integer'],
  4: ['ChilliSpot-Bandwidth-Max-Up', 'integer'],
  5: ['ChilliSpot-Bandwidth-Max-Down', 'integer'],
  6: ['ChilliSpot-Config', 'text'],
  7: ['ChilliSpot-Lang', 'text'],
  8: ['ChilliSpot-Version', 'text'],
  9: ['ChilliSpot-OriginalURL', 'text'],
  21: ['ChilliSpot-Max-Input-Gigawords', 'integer'],
  22: ['ChilliSpot-Max-Output-Gigawords', 'integer'],
  23: ['ChilliSpot-Max-Total-Gigawords', 'integer'],
};

/** The Broadband Forum, 3561 (RFC 4679): what an access node reports about the line. */
export const broadbandForumAttributes: AttributeTable = {
  1: ['ADSL-Agent-Circuit-Id', 'text'],
  2: ['ADSL-Agent-Remote-Id', 'text'],
  129: ['Actual-Data-Rate-Upstream', 'integer'],
  130: ['Actual-Data-Rate-Downstream', 'integer'],
  131: ['Minimum-Data-Rate-Upstream', 'integer'],
  132: ['Minimum-Data-Rate-Downstream', 'integer'],
  133: ['Attainable-Data-Rate-Upstream', 'integer'],
  134: ['Attainable-Data-Rate-Downstream', 'integer'],
  135: ['Maximum-Data-Rate-Upstream', 'integer'],
  136: ['Maximum-Data-Rate-Downstream', 'integer'],
  137: ['Minimum-Data-Rate-Upstream-Low-Power', 'integer'],
  138: ['Minimum-Data-Rate-Downstream-Low-Power', 'integer'],
  139: ['Maximum-Interleaving-Delay-Upstream', 'integer'],
  140: ['Actual-Interleaving-Delay-Upstream', 'integer'],
  141: ['Maximum-Interleaving-Delay-Downstream', 'integer'],
  142: ['Actual-Interleaving-Delay-Downstream', 'integer'],
  144: ['Access-Loop-Encapsulation', 'octets'],
  254: ['IWF-Session', 'octets'],
  255: ['ADSL-Forum-DHCP-Vendor-Specific', 'octets'],
};
