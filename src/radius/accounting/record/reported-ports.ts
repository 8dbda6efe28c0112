import { extendedPorts } from './ports/extended-ports.ts';
import { huaweiPorts } from './ports/huawei-ports.ts';
import { nokiaPorts } from './ports/nokia-ports.ts';
import type { Arrived, PortReport } from './ports/port-report.ts';

/** Blocks of one packet; a NAS that claims more is not believed. */
const MAX_BLOCKS = 64;

/**
 * What an accounting packet says about the public addresses and ports of the session under NAT, in the forms of Nokia, Huawei
 * and RFC 8045, whatever vendor its NAS has. Null: nothing. What is malformed is ignored.
 */
export function reportedPorts(arrived: Arrived): readonly PortReport[] | null {
  const reports = [nokiaPorts, huaweiPorts, extendedPorts].flatMap((read) => read(arrived));
  if (reports.length === 0) return null;
  let left = MAX_BLOCKS;
  const kept = reports.map(({ how, at, blocks }) => {
    const taken = blocks.slice(0, left);
    left -= taken.length;
    return { how, at, blocks: taken };
  });
  return kept.filter(({ blocks }) => blocks.length > 0);
}
