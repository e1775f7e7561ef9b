import type { CodecContext, CodecStep } from '../contract/codec.ts';
import { ArchiveError } from '../errors/archive-error.ts';

/** Steps that give stored bytes back, and how many of them they give. */
export interface FoundEncoder {
  readonly steps: readonly CodecStep[];
  /** Stored bytes from here on are not the encoder's: padding behind a stream. */
  readonly length: number;
}

/** Looks for encoder settings that reproduce stored bytes; remembers what worked last and tries it first. */
export class EncoderFinder {
  readonly #context: CodecContext;
  readonly #last = new Map<string, CodecStep>();

  constructor(context: CodecContext) {
    this.#context = context;
  }

  /** Settings for a chain of steps whose intermediate results are given: `stages[0]` stored, the last one plain. */
  async find(steps: readonly CodecStep[], stages: readonly Uint8Array[]): Promise<FoundEncoder | undefined> {
    const found: CodecStep[] = [];
    let length = stages[0]?.length ?? 0;
    for (const [number, step] of steps.entries()) {
      const match = await this.#findStep(step, stages[number], stages[number + 1]);
      if (match === undefined) return undefined;
      const isExact = match.length === stages[number]?.length;
      if (!isExact && steps.length > 1) return undefined;
      length = match.length;
      found.push(match.step);
    }
    return { steps: found, length: steps.length > 1 ? (stages[0]?.length ?? 0) : length };
  }

  /** Candidates in the order worth trying. */
  candidates(step: CodecStep, stored: Uint8Array): readonly CodecStep[] {
    const codec = this.#context.codec(step.codec);
    const all = codec.candidates?.(step, stored) ?? [step];
    const last = this.#last.get(codec.id);
    if (last === undefined) return all;
    const key = settingsOf(last);
    return [...all.filter((one) => settingsOf(one) === key), ...all.filter((one) => settingsOf(one) !== key)];
  }

  /** Remembers settings that worked. */
  remember(step: CodecStep): void {
    this.#last.set(step.codec, step);
  }

  async #findStep(
    step: CodecStep,
    stored: Uint8Array | undefined,
    plain: Uint8Array | undefined,
  ): Promise<{ step: CodecStep; length: number } | undefined> {
    const codec = this.#context.codec(step.codec);
    if (stored === undefined || plain === undefined || codec.encode === undefined) return undefined;
    for (const candidate of this.candidates(step, stored)) {
      this.#context.signal?.throwIfAborted();
      try {
        const encoded = await codec.encode(plain, candidate, this.#context);
        if (!startsWith(stored, encoded)) continue;
        this.remember(candidate);
        return { step: candidate, length: encoded.length };
      } catch (error) {
        if (!ArchiveError.is(error)) throw error;
      }
    }
    return undefined;
  }
}

function settingsOf(step: CodecStep): string {
  return JSON.stringify([step.codec, step.encoder ?? null, step.level ?? null]);
}

/** Whether `bytes` begins with `start`. */
export function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  if (start.length > bytes.length) return false;
  for (let i = 0; i < start.length; i++) if (bytes[i] !== start[i]) return false;
  return true;
}
