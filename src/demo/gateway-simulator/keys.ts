/** What the simulator takes and signs with. Everybody knows them, so a node uses them in the environment `Simulator` only. */
export const SIMULATOR_KEYS = {
  razorpay: {
    keyId: 'rzp_test_simulator',
    keySecret: 'simulator-key-secret',
    webhookSecret: 'simulator-webhook-secret',
  },
  stripe: { keyId: null, keySecret: 'sk_test_simulator', webhookSecret: 'whsec_simulator' },
} as const;

export type SimulatedProvider = keyof typeof SIMULATOR_KEYS;
