/** Options for writing, as a schema; a type alias, because an interface is no `OptionSchema`. */
export type TortureOptions = {
  readonly tree: { readonly type: 'boolean'; readonly title: string; readonly default: boolean };
  readonly method: {
    readonly type: 'choice';
    readonly title: string;
    readonly choices: readonly ['plain', 'solid', 'sealed'];
    readonly default: 'solid';
  };
  readonly level: {
    readonly type: 'integer';
    readonly title: string;
    readonly minimum: number;
    readonly maximum: number;
    readonly default: number;
  };
};

/** Options for writing. */
export const writeOptions: TortureOptions = {
  tree: { type: 'boolean', title: 'hash each part of a path and keep a tree of directories', default: false },
  method: {
    type: 'choice',
    title: 'how files without a wish of their own are stored',
    choices: ['plain', 'solid', 'sealed'],
    default: 'solid',
  },
  level: { type: 'integer', title: 'compression of the solid stream', minimum: 0, maximum: 9, default: 6 },
};
