import type { VendorName } from '../vendors.ts';
import { accel } from './accel.ts';
import { cisco } from './cisco.ts';
import type { Onboarding, OnboardingFacts, Script } from './facts.ts';
import { huawei } from './huawei.ts';
import { juniper } from './juniper.ts';
import { mikrotik } from './mikrotik.ts';
import { nokia } from './nokia.ts';
import { radsecproxy } from './radsecproxy.ts';
import { wispr } from './wispr.ts';

const ONBOARDING: Record<VendorName, Onboarding> = {
  Mikrotik: mikrotik,
  Cisco: cisco,
  Juniper: juniper,
  Huawei: huawei,
  Nokia: nokia,
  Accel: accel,
  WISPr: wispr,
};

interface Written {
  readonly scripts: Script[];
  /** The secret cannot be said in the vendor's syntax, so there is a placeholder. */
  readonly isUnsayable: boolean;
}

/** The configuration of a NAS; with `<secret>` if its secret is null, or one that the vendor's syntax cannot say. */
export function writeScripts(vendor: VendorName, facts: OnboardingFacts, secret: string | null): Written {
  const { quoted } = ONBOARDING[vendor];
  const said = secret === null ? null : quoted(secret);
  const written = write(vendor, facts, { secret, said });
  return { scripts: written, isUnsayable: secret !== null && written.some(({ text }) => text.includes('<secret>')) };
}

interface Said {
  readonly secret: string | null;
  /** In the syntax of the vendor. */
  readonly said: string | null;
}

function write(vendor: VendorName, facts: OnboardingFacts, { secret, said }: Said): Script[] {
  const { scripts } = ONBOARDING[vendor];
  // RouterOS speaks RadSec itself.
  if (facts.radSecPort === null || vendor === 'Mikrotik') {
    return scripts(facts, said ?? '<secret>');
  }
  const beside = { ...facts, server: '<radsecproxy>', authPort: 1812, acctPort: 1813, radSecPort: null };
  return [...scripts(beside, said ?? '<secret>'), radsecproxy(facts, secret ?? '<secret>')];
}
