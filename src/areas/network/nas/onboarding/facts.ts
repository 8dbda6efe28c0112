import type { Ipv6Mode } from '../vocabulary.ts';

/** What the configuration of a NAS is made of. */
export interface OnboardingFacts {
  /** The node as the NAS reaches it: an address or a name, checked to be one, or `<server>`. */
  readonly server: string;
  readonly authPort: number;
  readonly acctPort: number;
  readonly coaPort: number;
  readonly id: number;
  readonly nasIp: string;
  readonly ipoe: boolean;
  /** Seconds between two Interim-Updates. */
  readonly interimS: number;
  /** The user that the node logs in as at the API of RouterOS; null: `lastmile`. */
  readonly apiUsername: string | null;
  /** Where the router shows graphs of its traffic; null: it shows none. */
  readonly graphPort: number | null;
  readonly ipv6Mode: Ipv6Mode;
  /** Where the web requests of blocked subscribers go; null: `CAPTIVE_PORT` is not set. */
  readonly garden: { readonly url: string; readonly page: string; readonly host: string; readonly port: number } | null;
  /** It connects by RadSec, to this TCP port; null: its packets come over UDP. */
  readonly radSecPort: number | null;
}

/** A text, and where it belongs. */
export interface Script {
  readonly place: string;
  readonly text: string;
}

/** How a vendor is configured. Each has a file of its own here. */
export interface Onboarding {
  /**
   * The secret in the vendor's syntax, or null if that cannot say it, or not surely: what is pasted must never become another
   * secret, nor a command.
   */
  readonly quoted: (secret: string) => string | null;
  /** `secret` is quoted, or `<secret>`. */
  readonly scripts: (facts: OnboardingFacts, secret: string) => Script[];
}

/** For a syntax without a quotation that holds everything: printable characters that mean nothing in any of them. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._@:=+/*-]*$/;

export const plain = (secret: string): string | null => (PLAIN.test(secret) ? secret : null);

/** The lines that apply. */
export const lines = (...all: readonly (string | false | readonly string[])[]): string =>
  all
    .flat()
    .filter((line) => line !== false)
    .join('\n');
