import type { Archive, ByteSource, Change, Finding } from '@packwright/core';
import { nestingMark } from '../paths/archive-path.ts';
import { closeNested, type NestedOptions, openEntry } from '../paths/open-nested.ts';
import { sortRequests } from './change-tree.ts';
import type { EditRequest } from './edit-request.ts';
import type { PatchSet } from './patch-set.ts';
import { planUpdate } from './plan-update.ts';
import { rebuildArchive } from './rebuild.ts';
import { memorySpool, type Spool } from './spool.ts';

/** What planning may be given. */
export interface PlanOptions extends NestedOptions {
  /** A place for nested archives that must be rebuilt; default: memory. */
  readonly spool?: (() => Promise<Spool>) | undefined;
}

/** One archive that an edit touches: what is done to it and why. */
export interface PlannedStep {
  /** Path of the archive from the outermost one; empty for that itself. */
  readonly archive: string;
  readonly method: 'update' | 'rewrite';
  /** Why it is rewritten. */
  readonly reason?: string | undefined;
  readonly changes: readonly Change[];
  /** Bytes written, in this archive. */
  readonly written: number;
}

/** What an edit will do, before it does it. */
export interface EditPlan {
  /** Innermost archives first. */
  readonly steps: readonly PlannedStep[];
  readonly findings: readonly Finding[];
  /** Ranges to be written into the outermost archive; absent when it must be rewritten. */
  readonly patches?: PatchSet | undefined;
  /** Changes with which the outermost archive must be rewritten, where it cannot be updated. */
  readonly rewrite?: { readonly reason: string; readonly changes: readonly Change[] } | undefined;
  /** Gives back what the plan holds. */
  close(): Promise<void>;
}

/** Plans changes at any depth: nested archives are changed in place where they can be, else rebuilt. */
export async function planEdit(
  archive: Archive,
  requests: readonly EditRequest[],
  options: PlanOptions,
): Promise<EditPlan> {
  const planner = new Planner(options);
  try {
    const outcome = await planner.planLevel(archive, requests, '', 1);
    const { steps, findings } = planner;
    return { steps, findings, ...outcome, close: () => planner.close() };
  } catch (error) {
    await planner.close();
    throw error;
  }
}

interface LevelOutcome {
  readonly patches?: PatchSet;
  readonly rewrite?: { readonly reason: string; readonly changes: readonly Change[] };
}

class Planner {
  readonly steps: PlannedStep[] = [];
  readonly findings: Finding[] = [];
  readonly #options: PlanOptions;
  readonly #open: { close(): Promise<void> }[] = [];

  constructor(options: PlanOptions) {
    this.#options = options;
  }

  async planLevel(
    archive: Archive,
    requests: readonly EditRequest[],
    path: string,
    depth: number,
  ): Promise<LevelOutcome> {
    const { changes, nested } = sortRequests(archive, requests);
    const wishes = [...changes];
    for (const [number, inner] of nested)
      wishes.push(await this.#planNested(archive, number, inner, path, depth));
    const plan = await planUpdate(archive, wishes, this.findings, this.#options.signal);
    if ('rewrite' in plan) {
      const { rewrite: reason, changes: all } = plan;
      this.steps.push({ archive: path, method: 'rewrite', reason, changes: all, written: 0 });
      return { rewrite: { reason, changes: all } };
    }
    const { patches } = plan;
    this.steps.push({ archive: path, method: 'update', changes: plan.changes, written: patches.written });
    return { patches };
  }

  /** Changes an archive in an archive; for its parent that is new content of one entry. */
  async #planNested(
    parent: Archive,
    number: number,
    requests: readonly EditRequest[],
    prefix: string,
    depth: number,
  ): Promise<Change> {
    const entry = parent.entry(number);
    const inner = await openEntry(entry, this.#options, depth);
    this.#open.push({ close: () => closeNested(inner) });
    const path = prefix === '' ? entry.path : prefix + nestingMark + entry.path;
    const { patches, rewrite } = await this.planLevel(inner, requests, path, depth + 1);
    const content = patches?.result() ?? (await this.#rebuild(inner, rewrite?.changes ?? []));
    return { kind: 'replace', entry: number, path: entry.path, content };
  }

  async #rebuild(archive: Archive, changes: readonly Change[]): Promise<ByteSource> {
    const spool = (await this.#options.spool?.()) ?? memorySpool();
    await rebuildArchive(archive, changes, spool.sink, this.findings, this.#options.signal);
    const source = await spool.finish();
    this.#open.push({ close: async () => source.close?.() });
    return source;
  }

  async close(): Promise<void> {
    for (const item of this.#open.splice(0).reverse()) await item.close();
  }
}
