// Waits until the node answers RADIUS, or is ready if it has no such role, for ExecStartPost of lastmile.service. Fails when the
// node has ended: systemd would otherwise wait for this program before it looks at the end of the other.
const { BIND_ADDRESS = '', HTTP_PORT = '8080', MAINPID = '', ROLES = '' } = process.env;
const host = BIND_ADDRESS === '' ? '127.0.0.1' : BIND_ADDRESS.includes(':') ? `[${BIND_ADDRESS}]` : BIND_ADDRESS;
const hasRadius = ROLES === '' || ROLES.split(',').some((role) => role.trim() === 'radius');
const PAUSE_MS = 250;

while (!(await isReady())) {
  if (!isRunning()) process.exit(1);
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}

async function isReady() {
  return fetch(`http://${host}:${HTTP_PORT || '8080'}/readyz${hasRadius ? '/radius' : ''}`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function isRunning() {
  try {
    return process.kill(Number(MAINPID), 0);
  } catch {
    return false;
  }
}
