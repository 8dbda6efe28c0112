import type { Prisma } from './generated/client.ts';
import type { OpenTransaction } from './open-transaction.ts';
import type { Participant } from './prisma.ts';

declare const brand: unique symbol;

/** Prisma's client in a transaction of `Database.transaction`; `query` of `sql.ts` accepts it too, and is much cheaper. */
export type Tx = Omit<Prisma.TransactionClient, '$transaction'> & { readonly [brand]: true };

/** Prisma's part in a transaction. It joins at the first call of a model: joining costs more than a statement. */
interface Joining {
  join(): Promise<Participant>;
}

const transactions = new WeakMap<object, OpenTransaction>();

export function isTx(value: object): value is Tx {
  return transactions.has(value);
}

/** For raw SQL. @throws Error if it is not of `Database.transaction` */
export function openTransactionOf(tx: object): OpenTransaction {
  const transaction = transactions.get(tx);
  if (!transaction) throw new Error('raw SQL runs on Database.pool, or in a transaction of Database.transaction');
  return transaction;
}

/** Whether a transaction, up to its last statement or its commit, has notified the nodes of something. */
export const notifies = (tx: Tx): boolean => openTransactionOf(tx).notifies;

/** Shows a transaction as Prisma's client: models by name, and methods that begin with `$`. */
export function txOf(transaction: OpenTransaction, joining: Joining): Tx {
  const called =
    (path: readonly string[]) =>
    async (...args: unknown[]): Promise<unknown> => {
      const { client } = await joining.join();
      const owner: unknown = path
        .slice(0, -1)
        .reduce<unknown>((value, name) => Reflect.get(Object(value), name), client);
      const method: unknown = Reflect.get(Object(owner), path.at(-1) ?? '');
      if (typeof method !== 'function') throw new TypeError(`Prisma has no ${path.join('.')}`);
      return Reflect.apply(method, owner, args);
    };
  const modelOf = (model: string) =>
    new Proxy(
      {},
      { get: (_, name) => (typeof name === 'string' && name !== 'then' ? called([model, name]) : undefined) },
    );
  const tx = new Proxy(Object.create(null) as Tx, {
    get(_, name) {
      // A promise that resolves with the transaction asks for `then`.
      if (typeof name !== 'string' || name === 'then') return undefined;
      return name.startsWith('$') ? called([name]) : modelOf(name);
    },
  });
  transactions.set(tx, transaction);
  return tx;
}
