import type { Me } from '../api/queries.ts';
import type { Permission } from '../api/session.ts';
import type { IconName } from '../ui/icons.tsx';
import type { Task } from '../ui/tasks.ts';

interface Offered {
  readonly task: Task;
  readonly icon: IconName;
  readonly needs: readonly Permission[];
  /** It is about a whole ISP or reseller, and no Employee limited to locations may do it. */
  readonly whole?: true;
}

const TASKS: readonly Offered[] = [
  { task: 'payment', icon: 'card', needs: ['payment.write', 'service.read'] },
  { task: 'refund', icon: 'wallet', needs: ['payment.refund', 'service.read'] },
  { task: 'cash', icon: 'wallet', needs: ['wallet.write', 'report.read'], whole: true },
];

/** What the caller may begin. */
export const tasksFor = ({ permissions, restricted, isp }: Pick<Me, 'permissions' | 'restricted' | 'isp'>) =>
  TASKS.filter(
    ({ needs, whole }) =>
      isp !== null && needs.every((permission) => permissions.includes(permission)) && !(whole && restricted),
  );
