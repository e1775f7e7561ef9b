export { torture as default } from './plugin.ts';
