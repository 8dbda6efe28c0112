import { ClusterError } from './failure.ts';
import { MAX_NODES } from './ports.ts';

const ROLES = ['api', 'radius', 'jobs'];
/** HAProxy and FreeRADIUS know the first three nodes. */
const IN_FRONT = 3;

/** The roles of each node, from a list such as `api,jobs radius radius`. @throws ClusterError that says what is wrong */
export function rolesOf(text: string): string[] {
  const nodes = text.split(/\s+/).filter((each) => each !== '');
  if (nodes.length === 0 || nodes.length > MAX_NODES) {
    throw new ClusterError(`--roles must be those of one to ${MAX_NODES} nodes, such as 'api,jobs radius radius'.`);
  }
  const unknown = nodes.flatMap(namesIn).find((role) => !ROLES.includes(role));
  if (unknown !== undefined) {
    throw new ClusterError(`--roles: there is no role '${unknown}'; the roles are ${ROLES.join(', ')}.`);
  }
  const missing = ROLES.find((role) => !placesFor(role, nodes).some((each) => namesIn(each).includes(role)));
  if (missing !== undefined) {
    const where = missing === 'jobs' ? 'One node' : `One of the first ${IN_FRONT} nodes`;
    throw new ClusterError(`--roles: ${where} must have the role ${missing}.`);
  }
  return nodes;
}

const namesIn = (roles: string): string[] => roles.split(',');

/** Nodes that would be of use with this role. */
const placesFor = (role: string, nodes: readonly string[]) => (role === 'jobs' ? nodes : nodes.slice(0, IN_FRONT));
