import { useState } from 'preact/hooks';
import { isSignedOut, sentenceOf } from './fault.ts';
import { session } from './use-read.ts';

/** Does one thing at a time, and keeps the sentence of its refusal. `run` says whether it was done. */
export function useAction(sentence: (error: unknown) => string = sentenceOf) {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState('');

  async function run(work: () => Promise<unknown>): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    setFault('');
    try {
      await work();
      return true;
    } catch (error) {
      const text = sentence(error);
      if (isSignedOut(error) && text === sentenceOf(error)) session.onEnd();
      setFault(text);
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { run, isBusy, fault };
}
