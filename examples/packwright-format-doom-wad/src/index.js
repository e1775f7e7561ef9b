export { doomWad as default } from './plugin.js';
