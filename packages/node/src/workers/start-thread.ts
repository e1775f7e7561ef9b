import { fileURLToPath } from 'node:url';
import { workerData } from 'node:worker_threads';
import type { CodeStore } from '../programs/code-store.ts';
import { ProgramLoader } from '../programs/program-loader.ts';

interface Thread {
  serve(programs: ProgramLoader): void;
}

// What a worker thread runs first: it loads the program with the code that other threads have compiled before.
const programs = new ProgramLoader((url) => import(url), workerData as CodeStore | undefined);
const thread = programs.load(fileURLToPath(new URL('./thread.cjs', import.meta.url))) as Thread;
thread.serve(programs);
