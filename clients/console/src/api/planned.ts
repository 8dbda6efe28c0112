/** TEMPORARY: endpoints that land on main while this is written. */
type None = undefined;
export interface PlannedInputs {
  search: { find: { text: string; limit?: number } };
  login: {
    start: { username?: string; password?: string; login_userid?: number; login_api_key?: string };
    second_factor: { code: string };
    me: None;
    end: None;
    sessions: None;
    session_end: { sessionid: number };
    sessions_end_others: None;
    confirm: { password: string; code?: string };
    password: { password: string; new_password: string };
    enrol: None;
    enrol_confirm: { code: string };
    second_factor_remove: None;
  };
}
type Next = 'done' | 'second_factor' | 'enrol';
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
  login: {
    start: { next: Next };
    second_factor: { next: 'done' };
    me: {
      next: Next;
      userid: number;
      username: string;
      groupname: 'Server' | 'ISP' | 'Reseller' | 'Employee';
      roles: string[];
      permissions: string[];
      franchisee: boolean;
      restricted: boolean;
      zone: string;
      isp: { ispid: number; name: string; code: string; currency: string } | null;
      reseller: {
        resellerid: number;
        name: string;
        type: 'Reseller' | 'Franchisee';
        wallet: string;
        credit_limit: string;
      } | null;
      cash_balance: string;
      cash_limit: string;
      second_factor: boolean;
      version: string;
      session: { ends: Date; idle_minutes: number; confirmed_until: Date | null } | null;
    };
    end: 'done';
    sessions: {
      sessionid: number;
      started: Date;
      seen: Date;
      ends: Date;
      address: string;
      agent: string;
      current: boolean;
    }[];
    session_end: 'done';
    sessions_end_others: 'done';
    confirm: 'done';
    password: 'done';
    enrol: { uri: string; secret: string };
    enrol_confirm: { recovery_codes: string[] };
    second_factor_remove: 'done';
  };
}
