/** Plain data that survives `JSON.stringify` and a worker boundary. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Named facts about an archive or an entry; shown by `info` and `list --long`, given back on writing. */
export type Attributes = { readonly [name: string]: Json };
