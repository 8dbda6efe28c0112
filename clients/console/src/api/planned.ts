/** TEMPORARY: endpoints that land on main while this is written. */
export interface PlannedInputs {
  service: { timeline: { serviceid: number; before?: string; kinds?: string[]; limit?: number } };
}
export interface PlannedOutputs {
  service: {
    timeline: {
      id: string;
      at: Date;
      kind: 'status' | 'plan' | 'payment' | 'invoice' | 'session' | 'topup' | 'change' | 'login';
      title: string;
      detail: string | null;
      amt: string | null;
      by: string | null;
    }[];
  };
}
