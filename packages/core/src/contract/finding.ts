/** How bad an oddity is: `error` findings become throws under `strict`. */
export type Severity = 'note' | 'warning' | 'error';

/** An oddity one can read past: what was found, what was expected, where. */
export interface Finding {
  readonly severity: Severity;
  /** Stable kebab-case name of the kind of oddity, such as `name-too-long`. */
  readonly code: string;
  /** One sentence with both values. */
  readonly message: string;
  /** Entry number the finding is about. */
  readonly entry?: number | undefined;
  /** Byte offset in the archive. */
  readonly offset?: number | undefined;
  readonly path?: string | undefined;
}
