export { keyIds, type TfitPlatform, tfitKeyIds, tfitPlatforms } from './key-ids.ts';
export { keyRequirements } from './key-requirements.ts';
export { createKeyFileReader, readKeyFile } from './read-key-file.ts';
