/** Bytes of another format, which must not be taken for one's own. */
export interface ForeignFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What the suite may be told. */
export interface DescribeOptions {
  /** Archives of other formats, besides the usual ones that the suite brings. */
  readonly foreign?: readonly ForeignFile[] | undefined;
  /** The field `packwright` of the package's package.json, to be compared with the plugin. */
  readonly manifest?: unknown;
  /** Milliseconds that one damaged archive may take. Default 2000. */
  readonly deadline?: number | undefined;
  /** Positions at which a fixture is cut or changed; more bytes than these are sampled evenly. Default 4096. */
  readonly positions?: number | undefined;
  /** Bytes that opening and reading a damaged fixture may allocate at once. Default: 4 MiB and 64 × the fixture. */
  readonly memory?: number | undefined;
}

/** The options with their defaults. */
export interface Settings {
  readonly foreign: readonly ForeignFile[];
  readonly manifest: unknown;
  readonly deadline: number;
  readonly positions: number;
  readonly memory: number | undefined;
}

/** Adds the defaults. */
export function toSettings(options: DescribeOptions): Settings {
  return {
    foreign: options.foreign ?? [],
    manifest: options.manifest,
    deadline: options.deadline ?? 2000,
    positions: options.positions ?? 4096,
    memory: options.memory,
  };
}
