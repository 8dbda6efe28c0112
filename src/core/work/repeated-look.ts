interface Look {
  readonly everyMs: number;
  /** Returns how much it has done: after some it looks again at once. */
  readonly look: () => Promise<number>;
  readonly failed: (error: unknown) => void;
}

/** Looks for work for as long as the node runs. A failed look is reported, and the next one comes at its time. */
export function lookRepeatedly({ everyMs, look, failed }: Look): { stop(): Promise<void> } {
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let current = Promise.resolve();

  async function lookOnce(): Promise<void> {
    try {
      while (!isStopping && (await look()) > 0);
    } catch (error) {
      failed(error);
    }
    if (!isStopping) timer = setTimeout(begin, everyMs).unref();
  }
  function begin(): void {
    current = lookOnce();
  }
  begin();
  return {
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await current;
    },
  };
}
