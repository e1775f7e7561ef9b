/** One option a format takes, as data: flags, help, forms and docs come from this one place. */
export type OptionDefinition =
  | { readonly type: 'boolean'; readonly title: string; readonly default?: boolean }
  | { readonly type: 'text'; readonly title: string; readonly default?: string }
  | {
      readonly type: 'integer';
      readonly title: string;
      readonly default?: number;
      readonly minimum?: number;
      readonly maximum?: number;
    }
  | {
      readonly type: 'choice';
      readonly title: string;
      readonly choices: readonly string[];
      readonly default?: string;
    };

/** Options by name. */
export type OptionSchema = { readonly [name: string]: OptionDefinition };

/** The value of an option; of any option where the definition is not known more closely. */
export type OptionValue<D extends OptionDefinition> = D extends { type: 'boolean' }
  ? boolean
  : D extends { type: 'integer' }
    ? number
    : D extends { type: 'choice'; choices: readonly (infer C)[] }
      ? C
      : string;

/** The values of a schema after checking: absent where there is neither a value nor a default. */
export type OptionValues<S extends OptionSchema> = { readonly [K in keyof S]?: OptionValue<S[K]> };
