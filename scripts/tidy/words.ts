import type { TextFile } from './file.ts';

interface Retired {
  readonly pattern: RegExp;
  readonly instead: string;
  /** Where the word is right. */
  readonly except?: RegExp;
}

/** Words that meant too many things here, or that only we understood, with what the field says. */
const RETIRED: readonly Retired[] = [
  {
    pattern: /(?:\b(?:door|desk)|Door|Desk)s?(?=\b|[A-Z])/,
    instead: 'UdpServer, PacketHandler, API, interface',
    except: /exn-desk/,
  },
  { pattern: /\b(?:login|accounting)-desk\b/, instead: 'access-handler, accounting-handler' },
  { pattern: /(?:\bs|S)lates?(?=\b|[A-Z])|Slate\b/, instead: 'scratch buffer' },
  { pattern: /\b[Dd]epartures?(?=\b|[A-Z])/, instead: 'SendQueue' },
  { pattern: /\bOtherNodes\b|\bother-nodes\b/, instead: 'PeerNodes' },
  {
    pattern: /\b(?:keepTime|turnClock|runClock|carry-out|forgetLogins|recentLogins|recent-logins)\b/,
    instead: 'applyDay, effect-handlers, api-key-cache',
  },
  { pattern: /\b(?:MOST|LEAST)(?:_[A-Z]\w*|\b)/, instead: 'MAX_…, MIN_…' },
  {
    pattern: /\bbehind\b/i,
    instead: 'after',
    except:
      /behind (?:a|an|the|your|its) (?:\w+ )?(?:proxy|proxies|NAT|firewall|load balancer)|\b(?:leav(?:e|es|ing)|left)\s+(?!behind\b).*\bbehind\b/i,
  },
  { pattern: /\b[Dd]ecoys?\b/, instead: 'dummy credential' },
  { pattern: /\b(?:cellOf|setCell|CELLS)\b/, instead: 'installation number' },
  {
    pattern: /\b(?:readWebhook|WebhookNews|webhookReceiver|webhooksOf)\b/,
    instead: 'notification of a provider; webhooks are those that we send',
  },
  { pattern: /\bwhoever\b/i, instead: 'the caller, anyone who' },
];

/** This list itself, its test, and what says that a word was retired. */
const SELF = /^scripts\/tidy\/words\.ts$|^test\/scripts\/tidy\.test\.ts$|^CHANGELOG\.md$/;

export function wordComplaints(files: readonly TextFile[]): string[] {
  return files
    .filter(({ path }) => !SELF.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, at) =>
          RETIRED.filter(({ pattern, except }) => pattern.test(line) && !except?.test(line)).map(
            ({ pattern, instead }) =>
              `${path}:${at + 1}: "${pattern.exec(line)?.[0]}", where the field says ${instead}`,
          ),
        ),
    );
}
