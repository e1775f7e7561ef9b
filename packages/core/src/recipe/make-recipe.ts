import type { Archive } from '../archive/archive.ts';
import type { CodecStep } from '../contract/codec.ts';
import { ArchiveError } from '../errors/archive-error.ts';
import { decodeExtent } from '../read/decode-extent.ts';
import { codecContext } from '../read/read-context.ts';
import { type Claim, collectClaims } from './claims.ts';
import { EncoderFinder } from './find-encoder.ts';
import { LiteralStore } from './literal-store.ts';
import type { Recipe, RecipePart, Unreproduced } from './recipe.ts';
import { findRegionParts } from './region-parts.ts';

/** What making a recipe may be given. */
export interface RecipeOptions {
  /** Keep stored bytes that no encoder reproduces, so that the recipe still gives the same archive. Default: yes. */
  readonly literal?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with the position reached in the archive; a promise is waited for, so that signals can get through. */
  readonly progress?: ((offset: number) => void) | undefined;
}

/** Finds out how an archive is made again from its files: structure and gaps literally, entries by their encoders. */
export async function makeRecipe(archive: Archive, options: RecipeOptions = {}): Promise<Recipe> {
  const maker = new RecipeMaker(archive, options);
  return maker.make();
}

class RecipeMaker {
  readonly #archive: Archive;
  readonly #options: RecipeOptions;
  readonly #literals: LiteralStore;
  readonly #finder: EncoderFinder;
  readonly #parts: RecipePart[] = [];
  readonly #unreproduced: Unreproduced[] = [];
  #position = 0;

  constructor(archive: Archive, options: RecipeOptions) {
    this.#archive = archive;
    this.#options = options;
    this.#literals = new LiteralStore(archive.source);
    this.#finder = new EncoderFinder(codecContext(archive.reading, options.signal));
  }

  async make(): Promise<Recipe> {
    const { source, format, variant, length } = this.#archive;
    const claims = await collectClaims(this.#archive, this.#options.signal);
    for (const { entry, error } of claims.unreadable) this.#keepUndecoded(entry, error);
    const regions = (this.#archive.index.regions ?? []).map((region, number) => ({ region, number }));
    const claimed = [
      ...claims.archive.map((claim) => ({ offset: claim.offset, claim, region: undefined })),
      ...regions.map((region) => ({ offset: region.region.offset, claim: undefined, region })),
    ].sort((a, b) => a.offset - b.offset);
    for (const { offset, claim, region } of claimed) {
      this.#options.signal?.throwIfAborted();
      if (claim !== undefined) await this.#addClaim(claim);
      else if (region !== undefined && offset >= this.#position) {
        await this.#addRegion(region.number, claims.regions[region.number] ?? []);
      }
      const pause: unknown = this.#options.progress?.(this.#position);
      if (pause instanceof Promise) await pause;
    }
    await this.#addLiteral(source.size);
    const paths = Array.from({ length }, (_, number) => this.#archive.path(number));
    return {
      format,
      variant,
      size: source.size,
      paths,
      parts: this.#parts,
      literals: this.#literals,
      unreproduced: this.#unreproduced,
    };
  }

  async #addClaim(claim: Claim): Promise<void> {
    const end = claim.offset + claim.length;
    if (end <= this.#position) return;
    if (claim.extent.steps?.length) {
      if (claim.offset < this.#position) return;
      await this.#addLiteral(claim.offset);
      await this.#addEncoded(claim, claim.extent.steps);
      return;
    }
    const from = Math.max(claim.offset, this.#position);
    await this.#addLiteral(from);
    const offset = claim.at + from - claim.offset;
    this.#parts.push({ pieces: [{ entry: claim.entry, offset, length: end - from }] });
    this.#position = end;
  }

  async #addEncoded(claim: Claim, steps: readonly CodecStep[]): Promise<void> {
    const reading = this.#archive.reading;
    const stages: Uint8Array[] = [];
    try {
      for (let count = 0; count <= steps.length; count++) {
        const { offset, length, size } = claim.extent;
        const known = count === steps.length ? { size } : {};
        const extent = { offset, length, steps: steps.slice(0, count), ...known };
        stages.push(await decodeExtent(extent, reading, this.#options.signal));
      }
    } catch (error) {
      if (!ArchiveError.is(error)) throw error;
      this.#keepUndecoded(claim.entry, error);
      return this.#addLiteral(claim.offset + claim.length);
    }
    const found = await this.#finder.find(steps, stages);
    if (found === undefined) {
      this.#keep(claim.entry, 'compressed by an unknown encoder; content equal, stored bytes differ');
      return this.#addLiteral(claim.offset + claim.length);
    }
    const length = stages.at(-1)?.length ?? 0;
    this.#parts.push({ pieces: [{ entry: claim.entry, offset: claim.at, length }], steps: found.steps });
    this.#position = claim.offset + found.length;
    await this.#addLiteral(claim.offset + claim.length);
  }

  async #addRegion(number: number, claims: readonly Claim[]): Promise<void> {
    const region = this.#archive.index.regions?.[number];
    if (region === undefined || (region.volume ?? 0) !== 0) return;
    await this.#addLiteral(region.offset);
    const found = await findRegionParts(this.#archive, number, claims, this.#finder, this.#options.signal);
    if (found === undefined) {
      for (const { entry } of claims) this.#keep(entry, 'in a solid block that no known encoder reproduces');
      return this.#addLiteral(region.offset + region.length);
    }
    this.#parts.push(...found.parts);
    this.#position += found.length;
    await this.#addLiteral(region.offset + region.length);
  }

  /** Literal bytes from the position up to an offset. */
  async #addLiteral(end: number): Promise<void> {
    const stop = Math.min(end, this.#archive.source.size);
    if (stop <= this.#position) return;
    const pieces = await this.#literals.add(this.#position, stop - this.#position, this.#options.signal);
    this.#parts.push({ pieces });
    this.#position = stop;
  }

  #keepUndecoded(entry: number, { code }: ArchiveError): void {
    this.#keep(entry, `its data cannot be decoded (${code})`);
  }

  #keep(entry: number, reason: string): void {
    const path = this.#archive.path(entry);
    if (this.#options.literal === false) {
      throw new ArchiveError('WRITE_REFUSED', `${JSON.stringify(path)} is ${reason}.`, {
        path,
        help: 'Make the recipe with literal bytes allowed.',
      });
    }
    this.#unreproduced.push({ entry, path, reason });
  }
}
