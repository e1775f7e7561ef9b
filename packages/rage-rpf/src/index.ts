export { rageRpf as default } from './plugin.ts';
