import type { FieldFault } from '../../../core/fault.ts';
import { inWords } from '../../../core/wire/index.ts';
import { rateTemplateFaults } from './rate-template.ts';
import { redirectTemplateFaults } from './redirect-template.ts';
import { VENDOR_NAMES, type VendorName, vendorFacts } from './vendors.ts';

const SNMP_GRAPH_VENDORS = VENDOR_NAMES.filter((name) => vendorFacts(name).snmpGraph);
const VOLUME_LIMIT_VENDORS = VENDOR_NAMES.filter((name) => vendorFacts(name).volumeLimit);

const HALVES = [
  ['latitude', 'longitude'],
  ['longitude', 'latitude'],
] as const;

/** The parameters that depend on each other: those of a create, or the NAS as it will be after an update. */
interface DependentParameters {
  readonly vendor: VendorName;
  readonly rate_template?: string | undefined;
  readonly redirect_template?: string | undefined;
  readonly http_port?: number | undefined;
  readonly api_username?: string | undefined;
  readonly api_password?: string | undefined;
  readonly api_port?: number | undefined;
  readonly snmp_graph: boolean;
  readonly api_enable: boolean;
  readonly volume_limit: boolean;
  readonly latitude?: string | undefined;
  readonly longitude?: string | undefined;
}

/** Contract 4.5: which parameter needs which other. */
export function nasFaults(input: DependentParameters): FieldFault[] {
  const faults: FieldFault[] = [];
  if (input.snmp_graph && input.http_port === undefined) {
    faults.push({ parameter: 'http_port', problem: 'is required when snmp_graph is on' });
  }
  if (input.snmp_graph && !vendorFacts(input.vendor).snmpGraph) {
    faults.push({ parameter: 'snmp_graph', problem: `only a ${inWords(SNMP_GRAPH_VENDORS)} NAS supports it` });
  }
  if (input.volume_limit && !VOLUME_LIMIT_VENDORS.includes(input.vendor)) {
    faults.push({ parameter: 'volume_limit', problem: `only a ${inWords(VOLUME_LIMIT_VENDORS)} NAS supports it` });
  }
  for (const parameter of ['api_username', 'api_password', 'api_port'] as const) {
    if (input.api_enable && input[parameter] === undefined) {
      faults.push({ parameter, problem: 'is required when api_enable is on' });
    }
  }
  for (const [half, other] of HALVES) {
    if (input[half] === undefined && input[other] !== undefined)
      faults.push({ parameter: half, problem: `is required with ${other}` });
  }
  return [
    ...faults,
    ...rateTemplateFaults(input.rate_template, input.vendor),
    ...redirectTemplateFaults(input.redirect_template, input.vendor),
  ];
}
