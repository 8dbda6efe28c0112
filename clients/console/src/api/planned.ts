/** TEMPORARY: endpoints that land on main while this is written. */
export interface PlannedInputs {
  search: { find: { text: string; limit?: number } };
  service: { timeline: { serviceid: number; before?: string; kinds?: string[]; limit?: number } };
}
export interface PlannedOutputs {
  search: {
    find: {
      kind: 'service' | 'customer' | 'lead' | 'invoice' | 'nas';
      id: number;
      title: string;
      detail: string;
      status: string | null;
    }[];
  };
  service: {
    timeline: {
      at: Date;
      kind: 'status' | 'plan' | 'payment' | 'invoice' | 'session' | 'topup' | 'change' | 'login';
      title: string;
      detail: string | null;
      amt: string | null;
      by: string | null;
    }[];
  };
}
