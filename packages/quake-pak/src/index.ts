export { quakePak as default } from './plugin.ts';
