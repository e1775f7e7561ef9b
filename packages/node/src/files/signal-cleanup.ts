import { constants } from 'node:os';
import { removeTemporaries } from './temporaries.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Makes an interrupt leave nothing behind: temporaries are removed, then the process ends with 128 plus the signal's
 * number (130 for Ctrl-C). Also removes them at an ordinary exit. For commands, which own their process; the function
 * given back takes it off again.
 */
export function installSignalCleanup(): () => void {
  const onExit = (): void => {
    removeTemporaries();
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    removeTemporaries();
    process.exit(128 + constants.signals[signal]);
  };
  process.on('exit', onExit);
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    process.off('exit', onExit);
    for (const signal of signals) process.off(signal, onSignal);
  };
}
