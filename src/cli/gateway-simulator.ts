import { SIMULATOR_KEYS } from '../demo/gateway-simulator/keys.ts';
import { GatewaySimulator } from '../demo/gateway-simulator/simulator.ts';
import { type Command, CommandError, type CommandInput, UsageError } from './command.ts';

export const gatewaySimulator: Command = {
  usage: '[--port <n> --razorpay-webhook <url> --stripe-webhook <url>]',
  summary: 'Simulate Razorpay and Stripe on this machine, without money, until Ctrl-C',
  details: [
    'To try payments, set the node’s GATEWAY_SIMULATOR_URL to its address, and add payment gateways with the environment Simulator and the keys that it prints.',
    '--port (9090): the port on 127.0.0.1. --razorpay-webhook, --stripe-webhook: the address that payment/gateway/webhook shows.',
    'It sends every notification three times, in the wrong order, and once more later. It keeps orders in memory.',
  ],
  takes: { min: 0, max: 0 },
  options: {
    port: { type: 'string', default: '9090' },
    'razorpay-webhook': { type: 'string' },
    'stripe-webhook': { type: 'string' },
  },
  async run({ say }, { options }) {
    const port = typeof options.port === 'string' && /^\d{1,5}$/.test(options.port) ? Number(options.port) : -1;
    if (port < 0 || port > 65_535) throw new UsageError('--port must be a port number from 0 to 65535.');
    const simulator = new GatewaySimulator();
    for (const provider of ['razorpay', 'stripe'] as const) {
      const url = notificationUrl(options, provider);
      if (url !== undefined) simulator.notificationUrls[provider] = url;
    }
    await simulator.listen(port).catch((error: Error) => {
      throw new CommandError(`Cannot use TCP port ${port} of this machine: ${error.message}.`);
    });
    say(`GATEWAY_SIMULATOR_URL=${simulator.url}`);
    const { razorpay, stripe } = SIMULATOR_KEYS;
    say(
      `Razorpay: key_id ${razorpay.keyId}, key_secret ${razorpay.keySecret}, webhook_secret ${razorpay.webhookSecret}`,
    );
    say(`Stripe: key_secret ${stripe.keySecret}, webhook_secret ${stripe.webhookSecret}`);
    await stopSignal();
    await simulator.close();
  },
};

function notificationUrl(options: CommandInput['options'], provider: string): string | undefined {
  const url = options[`${provider}-webhook`];
  if (typeof url !== 'string') return undefined;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError(`--${provider}-webhook must be an address that begins with http:// or https://.`);
  return url;
}

/** A terminal and npm each send one: the second must not end what the first began. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
}
